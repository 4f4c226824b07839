/** Which accounts at carriers are taken for one. */
import { expect, test } from 'vitest';
import { accountKey, isSameAccount } from '../../../../worker/shared/contact/number-holders.ts';

test.for([
  ['the same id', accountKey('twilio', 'AC1'), accountKey('twilio', 'AC1'), true],
  ['another id', accountKey('twilio', 'AC1'), accountKey('twilio', 'AC2'), false],
  ['the same id at another carrier', accountKey('twilio', 'A1'), accountKey('signalwire', 'A1'), false],
  // The key alone says whose account it is, and the id is what a company calls it.
  ['any id at Telnyx', accountKey('telnyx', 'T1'), accountKey('telnyx', 'our account'), true],
  [
    'two simulated carriers',
    accountKey('telnyx', 'T1', 'http://localhost:1'),
    accountKey('telnyx', 'T1', 'http://localhost:2'),
    false,
  ],
  [
    'an account of a simulated carrier without its API',
    accountKey('twilio', 'AC1', 'http://localhost:1'),
    accountKey('twilio', 'AC1'),
    true,
  ],
] as const)('%s', ([, one, other, isSame]) => {
  expect([isSameAccount(one, other), isSameAccount(other, one)]).toEqual([isSame, isSame]);
});
