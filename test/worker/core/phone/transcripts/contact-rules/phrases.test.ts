/** Phrases are found as whole words in a row of one speaker, and as fast for many rules as for one. */
import { describe, expect, test } from 'vitest';
import { placeIn } from '../../../../../../worker/core/phone/transcripts/contact-rules/conditions.ts';
import { phrasesOf } from '../../../../../../worker/core/phone/transcripts/contact-rules/conditions.ts';
import {
  type Passage,
  PhraseIndex,
  type SpokenBy,
} from '../../../../../../worker/core/phone/transcripts/contact-rules/phrase-index.ts';
import { faultOfPhrase } from '../../../../../../worker/core/phone/transcripts/contact-rules/phrases.ts';
import { effort } from '../../../../../harness/effort.ts';
import { placeByReading, randomCase } from './conversations.ts';

const says = (...texts: string[]): Passage[] =>
  texts.map((text, index) => ({ speaker: 'caller', start: index * 10, text }));

function startOf(phrase: string, passages: readonly Passage[], by: SpokenBy = 'either'): number | undefined {
  return new PhraseIndex([phrase]).find(passages).start(phrase, by);
}

describe('a phrase is found', () => {
  test.for([
    ['make an appointment', 'I would like to make an appointment.'],
    ['Make an Appointment!', 'i would like to make, uh no: MAKE AN APPOINTMENT'],
    ['tune-up', 'an AC tune up'],
    ['tune up', 'an AC tune-up'],
    ['rendez vous', 'un rendez-vous'],
    ['Füße', 'meine FUSSE... meine FÜSSE'],
    ['termín', 'chci termin'],
    ['book*', 'We are booking it.'],
    ['book*', 'Book it.'],
    ['book* appoint*', 'I booked appointments'],
    ['予約', '明日の予約をお願いします'],
    ['four one one', 'four one four one one'],
  ] as const)('%s in “%s”', ([phrase, text]) => {
    expect(startOf(phrase, says(text))).toBe(0);
  });

  test('over passages of one speaker, with others in between', () => {
    const passages: Passage[] = [
      { speaker: 'caller', start: 1, text: 'I want to make' },
      { speaker: 'agent', start: 2, text: 'Yes?' },
      { speaker: 'caller', start: 3, text: 'an appointment.' },
    ];
    expect(startOf('make an appointment', passages)).toBe(1);
    expect(startOf('make an appointment', passages, 'caller')).toBe(1);
    expect(startOf('make an appointment', passages, 'agent')).toBeUndefined();
    expect(startOf('make yes', passages)).toBeUndefined();
  });

  test('where it is said first', () => {
    expect(startOf('yes', says('no', 'yes', 'yes'))).toBe(10);
  });

  test('of an unknown speaker only if anybody may say it', () => {
    const passages: Passage[] = [{ speaker: 'unknown', start: 4, text: 'wrong number' }];
    expect(startOf('wrong number', passages)).toBe(4);
    expect(startOf('wrong number', passages, 'caller')).toBeUndefined();
    expect(startOf('wrong number', passages, 'agent')).toBeUndefined();
  });
});

test.for([
  ['book', 'a facebook page'],
  ['book', 'booking'],
  ['book*', 'facebook'],
  ['make an appointment', 'make the appointment, an appointment I make'],
  ['make an appointment', 'make an'],
  ['wrong number', 'number wrong'],
] as const)('%s is not found in “%s”', ([phrase, text]) => {
  expect(startOf(phrase, says(text))).toBeUndefined();
});

test.for([
  ['', 'Write a word.'],
  ['…!', 'Write a word.'],
  ['*', 'Write * only at the end of a word, such as book*.'],
  ['b*ok', 'Write * only at the end of a word, such as book*.'],
  ['*book', 'Write * only at the end of a word, such as book*.'],
  ['book**', 'Write * only at the end of a word, such as book*.'],
  ['to b*', 'Write at least 2 letters before *.'],
  ['a b c d e f g h i j k l m', 'Write at most 12 words.'],
  ['make an appointment', undefined],
  ['book* now', undefined],
  ['a', undefined],
] as const)('the phrase “%s”: %s', ([phrase, fault]) => {
  expect(faultOfPhrase(phrase)).toBe(fault);
});

test('rules find the same as by trying each phrase at each word, in random conversations', () => {
  let found = 0;
  const cases = effort(2_000, 10_000);
  for (let seed = 1; seed <= cases; seed += 1) {
    const { passages, when } = randomCase(seed);
    const place = placeIn(when, new PhraseIndex(phrasesOf(when)).find(passages));
    if (place !== undefined) found += 1;
    expect({ seed, place }).toEqual({ seed, place: placeByReading(when, passages) });
  }
  // Neither side of the comparison is empty.
  expect(found).toBeGreaterThan(cases / 10);
  expect(found).toBeLessThan((cases * 9) / 10);
});

test('many rules share one index, and each finds its own', () => {
  const cases = Array.from({ length: 100 }, (_, seed) => randomCase(seed + 1));
  const index = new PhraseIndex(cases.flatMap(({ when }) => phrasesOf(when)));
  for (const { passages } of cases.slice(0, 20)) {
    const said = index.find(passages);
    for (const { when } of cases) expect(placeIn(when, said)).toEqual(placeByReading(when, passages));
  }
});

test.for([
  [[], 1],
  [['book'], 2],
  [['book', 'books', 'leak'], 2],
  [['book*', 'booki*', 'booking', 'leak'], 4],
  [['aa* aa*', 'aa* aaa*', 'aaa* aa*', 'aaa* aaa*'], 7],
  [['aa zz', 'aa* zz', 'aab zz yy'], 6],
] as const)('from a word, %s needs at most %i steps', ([phrases, most]) => {
  expect(new PhraseIndex(phrases).mostSteps()).toBe(most);
});

test('5,000 phrases take hardly longer than one', () => {
  const phrases = Array.from({ length: 5_000 }, (_, index) => `the ${index} word${index % 7}`);
  const text = 'the word is the other word that the one said to the next '.repeat(500);
  const one = new PhraseIndex(['the 1 word']);
  const all = new PhraseIndex(phrases);
  // By the rules and the words it would be 5,000 times as long.
  expect(shortest(() => all.find(says(text)))).toBeLessThan(10 * shortest(() => one.find(says(text))));
});

/** Returns the milliseconds of the fastest of some runs. */
function shortest(run: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const begun = performance.now();
    run();
    return performance.now() - begun;
  });
  return Math.min(...times);
}
