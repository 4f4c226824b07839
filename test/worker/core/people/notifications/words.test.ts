import { expect, test } from 'vitest';
import type { TimeReader } from '../../../../../worker/shared/mail/times.ts';
import {
  callAddress,
  factsOf,
  originOf,
  wordsOf,
} from '../../../../../worker/core/people/notifications/words.ts';

const inZone = (timeZone: string, region = 'US'): TimeReader => ({ timeZone, region });

const WEBHOOK = '00000000-0000-4000-8000-000000000007';

test.each([
  [{ webhook_id: WEBHOOK }, `company/webhooks/${WEBHOOK}`],
  [{}, 'company/webhooks'],
])('a notification of a failing webhook leads to it: %o', (named, place) => {
  const data = { ...named, name: 'The warehouse', detail: 'The receiver answered 500.' };

  expect(wordsOf({ type: 'webhook.failing', data }, 'acme').path).toBe(`/console/acme/${place}`);
});

test.each([
  [1, 'Calls to a number at Twilio no longer come here'],
  [3, 'Calls to 3 numbers at Twilio no longer come here'],
])('numbers that send their calls elsewhere are told of by their count: %i', (count, title) => {
  const data = { carrier: 'twilio', name: 'Twilio', count, detail: '' };

  expect(wordsOf({ type: 'numbers.astray', data }, 'acme')).toEqual({
    title,
    path: '/console/acme/numbers/bought',
  });
});

const CONTACT = {
  type: 'text.received',
  createdTime: Date.UTC(2026, 2, 2, 21, 4),
  data: {
    lead_id: 'l',
    text_id: 't',
    phone: '+12065550100',
    source: 'paid_search',
    campaign: 'Spring sale',
    branch: 'Austin',
    words: 'It leaks. Can you come on Tuesday?',
  },
} as const;

test('a mail of a contact says source and campaign, branch, when in the reader’s zone, and what they said', () => {
  expect(factsOf(CONTACT, inZone('America/Chicago'))).toEqual([
    'Source: Paid search, campaign Spring sale\nBranch: Austin\nWhen: Mon, Mar 2, 3:04 PM CST',
    'It leaks. Can you come on Tuesday?',
  ]);
  expect(factsOf(CONTACT, inZone('Europe/Berlin'))[0]).toMatch(/When: Mon, Mar 2, 10:04 PM GMT\+1$/);
  expect(factsOf(CONTACT, inZone('Europe/Berlin', 'DE'))[0]).toMatch(/When: Mon 2 Mar, 22:04 CET$/);
  expect(originOf(CONTACT)).toEqual(['Source: Paid search, campaign Spring sale', 'Branch: Austin']);
  expect(callAddress(CONTACT)).toBe('tel:+12065550100');
});

test('what is not known is left out, and so are links that strangers write', () => {
  const bare = { ...CONTACT, data: { text_id: 't', words: 'See https://evil.example now' } };

  expect(factsOf(bare, inZone('UTC'))).toEqual([
    'When: Mon, Mar 2, 9:04 PM UTC',
    'What they wrote has a link or an address: read it in the console.',
  ]);
  expect(callAddress(bare)).toBeUndefined();
  expect(originOf({ ...CONTACT, type: 'reminder.due' })).toEqual([]);
});

test('a line that ends with a full stop is no address with the next one; each line is looked at', () => {
  const said = (words: string): string | undefined =>
    factsOf({ ...CONTACT, data: { words } }, inZone('UTC'))[1];
  const lines = 'What is leaking?: The roof.\r\nIt drips.\n\nWhen: Tuesday.';

  expect(said(lines)).toBe(lines);
  expect(said('It drips.\nSee evil.example')).toMatch(/^What they wrote has a link/);
});

test('days and times of day are those of the company’s country', () => {
  const read = (type: 'report.ready' | 'reminder.due', data: object): string[] =>
    factsOf({ type, data: { ...data }, createdTime: 0 }, inZone('Europe/Copenhagen', 'DK'));

  expect(read('report.ready', { from: '2026-02-23', to: '2026-03-01' })).toEqual([
    'From 23 Feb 2026 to 1 Mar 2026',
  ]);
  expect(read('reminder.due', { due_time: '2026-03-02T08:05:00.000Z' })).toEqual([
    'Due: Mon 2 Mar, 09:05 CET',
  ]);
});

test('a lead that the product assigns in turn has no author', () => {
  const data = { lead_id: 'l', lead_name: 'Robin', assigned_by: { name: 'system:twilio' } };

  expect(wordsOf({ type: 'lead.assigned', data }, 'acme').title).toBe('New lead for you: Robin');
});

test.each([
  [
    'reminder.due',
    { message: 'Send the quote', due_time: '2026-03-02T15:00:00.000Z' },
    ['Send the quote', 'Due: Mon, Mar 2, 9:00 AM CST'],
  ],
  [
    'reminder.overdue',
    { message: 'See evil.example', due_time: '' },
    [expect.stringMatching(/^The reminder has a link/) as string],
  ],
  ['job.finished', { count: 6_000, failed: 1_200 }, ['1,200 of them were refused. The console says why.']],
  ['job.finished', { count: 6_000, failed: 0 }, []],
  ['report.ready', { from: '2026-02-23', to: '2026-03-01' }, ['From Feb 23, 2026 to Mar 1, 2026']],
  ['webhook.failing', { detail: 'The receiver answered 500.' }, ['The receiver answered 500.']],
  ['report.ready', {}, []],
  ['reminder.due', { due_time: 'soon' }, []],
  ['lead.assigned', {}, []],
] as const)('a mail says what there is to know: %s %o', (type, data, facts) => {
  expect(factsOf({ type, data, createdTime: 0 }, inZone('America/Chicago'))).toEqual(facts);
});
