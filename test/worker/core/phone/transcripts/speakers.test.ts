/** Who speaks in which channel: carriers put the phone that was on the line first into the first one. */
import { expect, test } from 'vitest';
import { speakerIn } from '../../../../../worker/core/phone/transcripts/schema.ts';

test.each([
  ['inbound', 0, 'caller'],
  ['inbound', 1, 'agent'],
  // The phone of the user who calls rings first.
  ['outbound', 0, 'agent'],
  ['outbound', 1, 'caller'],
  ['inbound', undefined, 'unknown'],
  ['outbound', undefined, 'unknown'],
] as const)('%s, channel %s: %s', (direction, channel, speaker) => {
  expect(speakerIn(direction, channel)).toBe(speaker);
});
