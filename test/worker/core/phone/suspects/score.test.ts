/** The score of a caller: what counts, and how much. */
import { expect, test } from 'vitest';
import { type CallerFacts, LIKELY_SPAM, scoreOf } from '../../../../../worker/core/phone/rules/suspects.ts';

const FIRST_CALL: CallerFacts = {
  from: '+12065550123',
  number: '+15125550102',
  isPossible: true,
  numbersCalled: 1,
  shortCalls: 0,
};

test.for<[Partial<CallerFacts>, number, string[]]>([
  [{}, 0, []],
  [{ attestation: 'A', verification: 'passed' }, 0, []],
  [{ attestation: 'B', verification: 'passed' }, 0, []],
  [{ attestation: 'C', verification: 'passed' }, 1, ['low_attestation']],
  [{ verification: 'none' }, 0, []],
  [{ attestation: 'A', verification: 'failed' }, 2, ['failed_verification']],
  [{ isPossible: false }, 2, ['impossible_number']],
  [{ from: '+15125559999' }, 1, ['neighbor_number']],
  [{ from: '+15125449999' }, 0, []],
  [{ from: '+4512555999', number: '+4512555000' }, 0, []],
  [{ numbersCalled: 2 }, 0, []],
  [{ numbersCalled: 3 }, 2, ['many_numbers']],
  [{ shortCalls: 1 }, 1, ['short_calls']],
  [{ shortCalls: 9 }, 2, ['short_calls']],
  [
    { attestation: 'C', from: '+15125559999', shortCalls: 1 },
    3,
    ['low_attestation', 'neighbor_number', 'short_calls'],
  ],
])('%j scores %i', ([facts, score, reasons]) => {
  expect(scoreOf({ ...FIRST_CALL, ...facts })).toEqual({ score, reasons });
});

test('a single small sign does not make a caller spam, two do', () => {
  const small = [{ attestation: 'C' }, { from: '+15125559999' }, { shortCalls: 1 }] as const;
  const scores = small.map((facts) => scoreOf({ ...FIRST_CALL, ...facts }).score);
  const pairs = small.map((facts, index) =>
    scoreOf({ ...FIRST_CALL, ...facts, ...small[(index + 1) % small.length] }),
  );

  expect(Math.max(...scores)).toBeLessThan(LIKELY_SPAM);
  expect(Math.min(...pairs.map(({ score }) => score))).toBeGreaterThanOrEqual(LIKELY_SPAM);
});
