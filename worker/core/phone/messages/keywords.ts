/**
 * The words by which people stop texts, take them up again and ask for help: those of the CTIA's "Messaging principles", and
 * what Twilio, Telnyx and AWS document besides, in English, French and Spanish. Pure.
 */
export type Keyword = 'stop' | 'start' | 'help';

/** As `plain` writes them. */
const WORDS: Readonly<Record<Keyword, readonly string[]>> = {
  stop: `stop stopall unsubscribe cancel end quit revoke optout remove td
    arret arrett arrete parar alto baja cancelar`.split(/\s+/),
  start: 'start yes unstop'.split(' '),
  help: 'help info aide ayuda'.split(' '),
};

const KEYWORDS: ReadonlyMap<string, Keyword> = new Map(
  (['stop', 'start', 'help'] as const).flatMap((keyword) =>
    WORDS[keyword].map((word) => [word, keyword] as const),
  ),
);

/** The words that Twilio answers itself, on every number but a short code, when they are the whole message ("SMS STOP filtering"). */
const ANSWERED_BY_TWILIO = new Set(
  'stop stopall unsubscribe cancel end quit revoke optout start yes unstop help info'.split(' '),
);

/** A message with more letters is none of the words. */
const MAX_LENGTH = 40;

/** What a message asks for that is one of the words and nothing else, in any case: `Stop.`, `STOP ALL`, `opt-out`, `Arrêt`. */
export function keywordIn(message: string): Keyword | undefined {
  return KEYWORDS.get(plain(message));
}

/**
 * Whether it is for us to answer such a message. Twilio and Telnyx answer by themselves; an answer of ours would be a second one,
 * and to Telnyx it would not get through at all. Where another system tells of a text, nobody waits for an answer.
 */
export function isOursToAnswer(carrier: string, number: string, message: string): boolean {
  if (carrier === 'signalwire') return true;
  const isAnswered = number.startsWith('+') && ANSWERED_BY_TWILIO.has(message.trim().toLowerCase());
  return carrier === 'twilio' && !isAnswered;
}

/** What is answered, where the carrier does not answer itself. */
export function replyTo(keyword: Keyword, company: string): string {
  switch (keyword) {
    case 'stop':
      return `You will get no more texts from ${company}. Reply START to get them again.`;
    case 'start':
      return `You will get texts from ${company} again. Reply STOP to end them.`;
    default:
      return `This is ${company}. Reply STOP to get no more texts, or call this number.`;
  }
}

/** The letters alone, without accents and in lower case; empty for what is longer than any of the words. */
function plain(message: string): string {
  const text = message.trim();
  if (text.length > MAX_LENGTH) return '';
  const letters = text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\s\p{P}]/gu, '')
    .toLowerCase();
  return /^[a-z]+$/.test(letters) ? letters : '';
}
