/** Random conversations and rules, and what a rule finds in them by the plainest reading. */
import type {
  Passage,
  SpokenBy,
} from '../../../../../../worker/core/phone/transcripts/contact-rules/phrase-index.ts';
import type {
  Condition,
  RuleConditions,
  SaidCondition,
} from '../../../../../../worker/core/phone/transcripts/contact-rules/schema.ts';
import { type Chance, chanceOf } from '../../../../../../demo/chance.ts';

/** Few words, so that phrases are often said, and some that begin like others. */
const WORDS = [
  'book',
  'booking',
  'boo',
  'an',
  'appointment',
  'make',
  'wrong',
  'number',
  'cafe',
  '7',
  'to',
  'too',
];
const SPEAKERS = ['caller', 'agent', 'unknown'] as const;
const PARTINGS = [' ', ', ', '. ', '-', '… ', ' – ', '  '];

/** Somebody's way of writing a word. */
function spelled(chance: Chance, word: string): string {
  const accented = chance.maybe(0.2) ? word.replace('e', 'é').replace('o', 'ö') : word;
  return chance.maybe(0.3) ? accented.toUpperCase() : accented;
}

/** Makes a conversation and the conditions of a rule. @param seed the same makes the same */
export function randomCase(seed: number): { passages: Passage[]; when: RuleConditions } {
  const chance = chanceOf(seed);
  let time = 0;
  const passages = Array.from({ length: Math.floor(chance.next() * 12) }, (): Passage => {
    time += Math.floor(chance.next() * 8);
    const words = Array.from({ length: Math.floor(chance.next() * 6) }, () =>
      spelled(chance, chance.pick(WORDS)),
    );
    const text = words.map((word) => word + chance.pick(PARTINGS)).join('');
    return { speaker: chance.pick(SPEAKERS), start: time, text };
  });
  const conditions = Array.from({ length: 1 + Math.floor(chance.next() * 3) }, () => randomCondition(chance));
  return { passages, when: { all: conditions } };
}

function randomCondition(chance: Chance): Condition {
  const phrases = (): string[] =>
    Array.from({ length: 1 + Math.floor(chance.next() * 3) }, () =>
      Array.from({ length: 1 + Math.floor(chance.next() * 3) }, () => {
        const word = chance.pick(WORDS);
        return chance.maybe(0.25) && word.length > 2
          ? `${word.slice(0, 2 + Math.floor(chance.next() * 2))}*`
          : word;
      }).join(chance.pick(PARTINGS)),
    );
  const hasAny = chance.maybe(0.8);
  return {
    said: {
      by: chance.pick(['caller', 'agent', 'either']),
      ...(hasAny ? { any: phrases() } : {}),
      ...(!hasAny || chance.maybe(0.3) ? { none: phrases() } : {}),
      ...(chance.maybe(0.3) ? { within_seconds: Math.floor(chance.next() * 40) } : {}),
    },
  };
}

/** Finds the place of a rule in a conversation by trying each phrase at each word. */
export function placeByReading(
  { all }: RuleConditions,
  passages: readonly Passage[],
): { words: string | null; second: number | null } | undefined {
  let place: { words: string | null; second: number | null } = { words: null, second: null };
  for (const { said } of all) {
    if (said === undefined) continue;
    if ((said.none ?? []).some((phrase) => startOf(phrase, said, passages) !== undefined)) return undefined;
    if (said.any === undefined) continue;
    let first: { words: string; second: number } | undefined;
    for (const words of said.any) {
      const second = startOf(words, said, passages);
      if (second !== undefined && (first === undefined || second < first.second)) first = { words, second };
    }
    if (first === undefined) return undefined;
    if (place.words === null) place = first;
  }
  return place;
}

function startOf(
  phrase: string,
  { by, within_seconds: within = Infinity }: Pick<SaidCondition, 'by' | 'within_seconds'>,
  passages: readonly Passage[],
): number | undefined {
  const starts = speakersOf(by).flatMap((speaker) => {
    const said = passages
      .filter((passage) => passage.speaker === speaker)
      .flatMap(({ text, start }) => plainWords(text).map((word) => ({ word, start })));
    const wanted = plainWords(phrase.replaceAll('*', '~'));
    return said.flatMap(({ start }, at) =>
      wanted.every((word, index) => isSame(word, said[at + index]?.word)) && start <= within ? start : [],
    );
  });
  return starts.length === 0 ? undefined : Math.min(...starts);
}

function isSame(wanted: string, word: string | undefined): boolean {
  if (word === undefined) return false;
  return wanted.endsWith('~') ? word.startsWith(wanted.slice(0, -1)) : word === wanted;
}

function speakersOf(by: SpokenBy): readonly string[] {
  return by === 'either' ? SPEAKERS : [by];
}

function plainWords(text: string): string[] {
  const plain = text.toLowerCase().replaceAll('é', 'e').replaceAll('ö', 'o');
  return plain.split(/[^a-z0-9~]+/).filter((word) => word !== '');
}
