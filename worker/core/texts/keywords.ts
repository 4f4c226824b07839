/** The words by which people stop texts, take them up again and ask for help (CTIA, "Messaging principles"). Pure. */

export type Keyword = 'stop' | 'start' | 'help';

const WORDS: Record<string, Keyword> = {
  stop: 'stop',
  stopall: 'stop',
  unsubscribe: 'stop',
  cancel: 'stop',
  end: 'stop',
  quit: 'stop',
  revoke: 'stop',
  optout: 'stop',
  start: 'start',
  yes: 'start',
  unstop: 'start',
  help: 'help',
  info: 'help',
};

/** What a message asks for that is one of the words and nothing else. */
export function keywordIn(message: string): Keyword | undefined {
  const word = message
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
  const isAlone = message.trim().split(/\s+/).length === 1;
  return isAlone && Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
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
