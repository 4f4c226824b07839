/**
 * Finds many phrases in a conversation at once. Phrases are kept by their first word, then by their second, and so on, so that a word
 * that is said is looked up once for all rules. Pure.
 */
import { SPEAKERS, type TranscriptSegment } from '../schema.ts';
import { phraseKey, type PhraseWord, wordsIn, wordsOfPhrase } from './phrases.ts';

/** What somebody says. */
export type Passage = Pick<TranscriptSegment, 'speaker' | 'start' | 'text'>;
/** Whose words count. Those of an unknown speaker count for `either` alone. */
export const SPOKEN_BY = ['caller', 'agent', 'either'] as const;
export type SpokenBy = (typeof SPOKEN_BY)[number];

/** The phrases that go on from the words so far. */
interface Step {
  words: Map<string, Step>;
  /** By the beginnings of words, such as `book` of `book*`, with their different lengths in order. */
  beginnings: Map<string, Step>;
  lengths: number[];
  /** The phrase that ends here. */
  phrase: string | undefined;
}

/** Phrases to be found. */
export class PhraseIndex {
  readonly #first = newStep();

  /** Adds the phrases of rules. */
  constructor(phrases: Iterable<string>) {
    for (const phrase of phrases) this.#add(wordsOfPhrase(phrase));
  }

  /** Finds out which phrases were said. @param passages in the order in which they were said */
  find(passages: readonly Passage[]): SaidPhrases {
    const said = new SaidPhrases();
    for (const speaker of SPEAKERS) {
      const words: string[] = [];
      const starts: number[] = [];
      for (const passage of passages) {
        if (passage.speaker !== speaker) continue;
        for (const word of wordsIn(passage.text)) {
          words.push(word);
          starts.push(passage.start);
        }
      }
      starts.forEach((start, at) =>
        follow(this.#first, { words, at }, (phrase) => said.note(phrase, speaker, start)),
      );
    }
    return said;
  }

  /** Returns the most steps that are followed from a word, whatever is said. Beginnings of one another multiply them. */
  mostSteps(): number {
    return mostSteps(this.#first);
  }

  #add(words: readonly PhraseWord[]): void {
    if (words.length === 0) return;
    let step = this.#first;
    for (const word of words) step = nextStep(step, word);
    step.phrase = phraseKey(words);
  }
}

/** The phrases that were said in a conversation, and when each was first said, in seconds. */
export class SaidPhrases {
  readonly #starts = new Map<string, Partial<Record<TranscriptSegment['speaker'], number>>>();

  /** Notes that a phrase was said. Only the first time of each speaker counts. */
  note(key: string, speaker: TranscriptSegment['speaker'], start: number): void {
    const starts = this.#starts.get(key);
    if (starts === undefined) this.#starts.set(key, { [speaker]: start });
    else starts[speaker] ??= start;
  }

  /** Returns when the passage starts in which a phrase was first said; undefined if it was not. */
  start(phrase: string, by: SpokenBy): number | undefined {
    const starts = this.#starts.get(phraseKey(wordsOfPhrase(phrase)));
    if (starts === undefined) return undefined;
    if (by !== 'either') return starts[by];
    const first = Math.min(...SPEAKERS.map((speaker) => starts[speaker] ?? Infinity));
    return first === Infinity ? undefined : first;
  }
}

function newStep(): Step {
  return { words: new Map(), beginnings: new Map(), lengths: [], phrase: undefined };
}

/** Returns the step after a word of a phrase; adds it if there is none. */
function nextStep(step: Step, { text, isBeginning }: PhraseWord): Step {
  const steps = isBeginning ? step.beginnings : step.words;
  const known = steps.get(text);
  if (known !== undefined) return known;
  const next = newStep();
  steps.set(text, next);
  if (isBeginning && !step.lengths.includes(text.length)) {
    step.lengths = [...step.lengths, text.length].toSorted((one, other) => one - other);
  }
  return next;
}

function mostSteps({ words, beginnings }: Step): number {
  const most = new Map([...beginnings].map(([text, step]) => [text, mostSteps(step)]));
  const sums = [...new Set([...words.keys(), ...most.keys()])].map((text) => {
    const same = words.get(text);
    let sum = same === undefined ? 0 : mostSteps(same);
    for (let length = text.length; length > 0; length -= 1) sum += most.get(text.slice(0, length)) ?? 0;
    return sum;
  });
  return 1 + Math.max(0, ...sums);
}

/** Follows the phrases that begin at a word as far as they are said. */
function follow(
  step: Step,
  { words, at }: { words: readonly string[]; at: number },
  found: (phrase: string) => void,
): void {
  if (step.phrase !== undefined) found(step.phrase);
  const word = words[at];
  if (word === undefined) return;
  const rest = { words, at: at + 1 };
  const same = step.words.get(word);
  if (same !== undefined) follow(same, rest, found);
  for (const length of step.lengths) {
    if (length > word.length) return;
    const begun = step.beginnings.get(word.slice(0, length));
    if (begun !== undefined) follow(begun, rest, found);
  }
}
