/**
 * Keywords with which people opt out of messages, opt in again and ask for help: those of the CTIA's "Messaging
 * principles", and those that Twilio, Telnyx and AWS document besides, in English, French and Spanish. Pure.
 */
export type Keyword = 'stop' | 'start' | 'help';

/** The words in the form that `plain` returns. */
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

/** The words that Twilio answers itself if they are the whole message, except on short codes ("SMS STOP filtering"). */
const ANSWERED_BY_TWILIO = new Set(
  'stop stopall unsubscribe cancel end quit revoke optout start yes unstop help info'.split(' '),
);

/** More characters than any keyword has. */
const MAX_LENGTH = 40;

/** Returns the keyword of a message that has nothing else in it: `Stop.`, `STOP ALL`, `opt-out`, `Arrêt`. */
export function keywordIn(message: string): Keyword | undefined {
  return KEYWORDS.get(plain(message));
}

/**
 * Tells whether Leadline answers the keyword. Twilio and Telnyx answer it themselves, so that the person would get two
 * answers; Telnyx would not even send ours. Messages from another system get no answer.
 */
export function isOursToAnswer(carrier: string, number: string, message: string): boolean {
  if (carrier === 'signalwire') return true;
  const isAnswered = number.startsWith('+') && ANSWERED_BY_TWILIO.has(message.trim().toLowerCase());
  return carrier === 'twilio' && !isAnswered;
}

/** Returns the answer to a keyword, for carriers that do not answer it themselves. */
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

/** Returns the letters in lower case without accents; empty for a message that is longer than any keyword. */
function plain(message: string): string {
  const text = message.trim();
  if (text.length > MAX_LENGTH) return '';
  const letters = text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\s\p{P}]/gu, '')
    .toLowerCase();
  return /^[a-z]+$/.test(letters) ? letters : '';
}
