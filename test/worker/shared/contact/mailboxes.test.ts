/** The mailbox of an address, by which mail is bounded. */
import { expect, test } from 'vitest';
import { mailboxKey } from '../../../../worker/shared/contact/email.ts';

test.for([
  ['Ann@Example.com ', 'ann@example.com'],
  ['ann+leads@example.com', 'ann@example.com'],
  ['ann+a+b@example.com', 'ann@example.com'],
  ['ann.lee@example.com', 'ann.lee@example.com'],
  ['Ann.Lee+x@Gmail.com', 'annlee@gmail.com'],
  ['annlee@googlemail.com', 'annlee@gmail.com'],
  ['+ann@example.com', '+ann@example.com'],
] as const)('%s is mail to %s', ([email, mailbox]) => {
  expect(mailboxKey(email)).toBe(mailbox);
});
