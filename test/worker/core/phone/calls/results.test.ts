/** Who answered a call, by the legs that its carrier reports. */
import { expect, test } from 'vitest';
import type { CallReport, Leg } from '../../../../../worker/core/phone/calls/call-report.ts';
import { resultOf } from '../../../../../worker/core/phone/calls/results.ts';

const STARTED = Date.UTC(2026, 2, 2, 16);
const LOW = '+15125550140';
const HIGH = '+15125550141';

const answered = (number: string, seconds: number): Leg => ({
  number,
  turn: 0,
  answeredTime: STARTED + seconds * 1_000,
});

function answererOf(...legs: Leg[]): string | undefined {
  const report: CallReport = {
    startedTime: STARTED,
    terms: { isBlocked: false, screening: 'nobody', isAnnounced: false, turns: 1 },
    legs: Object.fromEntries(legs.map((leg, index) => [`CA${index}`, leg])),
    turns: {},
  };
  return resultOf(report).answeredBy?.number;
}

test('of two phones that were picked up, the earlier one answered', () => {
  expect(answererOf(answered(HIGH, 3), answered(LOW, 4))).toBe(HIGH);
  expect(answererOf(answered(LOW, 4), answered(HIGH, 3))).toBe(HIGH);
});

test('carriers give whole seconds: of two phones in the same one, the lower number answered, in any order of reports', () => {
  expect(answererOf(answered(LOW, 3), answered(HIGH, 3))).toBe(LOW);
  expect(answererOf(answered(HIGH, 3), answered(LOW, 3))).toBe(LOW);
});

test.for([
  [false, 16],
  [true, 12],
] as const)(
  'a call back rings from when the user is ready (who has to press 1: %j)',
  ([isScreened, ringSeconds]) => {
    const report: CallReport = {
      startedTime: STARTED,
      terms: { isBlocked: false, screening: 'nobody', isAnnounced: false, turns: 1 },
      legs: { lead: answered(LOW, 20) },
      turns: {},
      placed: {
        userId: 'ann',
        phone: HIGH,
        isScreened,
        answeredTime: STARTED + 4_000,
        acceptedTime: STARTED + 8_000,
      },
    };

    expect(resultOf(report).ringSeconds).toBe(ringSeconds);
  },
);
