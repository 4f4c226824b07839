/** What a mail server's reply to RCPT says about an address. */
import { expect, test } from 'vitest';
import { isBounce } from '../../../../worker/shared/mail/bounces.ts';

/** Replies of mail servers, as their logs and documents have them. */
const UNKNOWN = [
  '550 5.1.1 <al@acme.test>: Recipient address rejected: User unknown in virtual mailbox table',
  '550 5.1.1 The email account that you tried to reach does not exist.',
  '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
  '556 5.1.10 Domain does not accept mail (nullMX)',
  '553 5.1.3 The recipient address is not a valid RFC-5321 address.',
  '550 5.1.6 Mailbox has moved',
  '550 No such user here',
  '550 Unknown user',
  '550 al@acme.test user unknown',
  '550 Mailbox not found',
  '511 sorry, no such mailbox here by that name: invalid mailbox',
];
const OTHERS = [
  '550 5.7.1 Relaying denied',
  '550 Relay access denied',
  '550 5.7.26 This mail is unauthenticated',
  '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
  '554 Message rejected by policy',
  '550 Rejected because of the sender, see https://postmaster.example.com/',
  '550 5.4.1 Recipient address rejected: Access denied',
  '550 5.1.8 Sender address rejected: Domain not found',
  '550 5.1.0 Address rejected',
  '550 Administrative prohibition',
  '552 5.2.2 Mailbox full',
  '550 5.2.1 The user you are trying to contact is receiving mail too quickly.',
  '503 5.5.1 Bad sequence of commands',
  '451 4.7.1 Greylisted, try again later',
  '450 4.1.1 User unknown at the moment',
];

test.for([
  ...UNKNOWN.map((reply) => [reply, true] as const),
  ...OTHERS.map((reply) => [reply, false] as const),
])('%s: no such address is %s', ([reply, isUnknown]) => {
  const [, code, text = ''] = /^(\d{3}) (.*)$/.exec(reply) ?? [];
  expect(isBounce({ code: Number(code), lines: [text] })).toBe(isUnknown);
});
