/** Opt-outs, in whatever words and through whatever carrier, and the automatic replies. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keywordIn } from '../../../../../worker/core/phone/messages/keywords.ts';
import { problemOf } from '../../../../harness/client.ts';
import { freshCaller } from '../calls/call-company.ts';
import { startTexting, type Texting } from './texting.ts';

const STOPS =
  `STOP|stop.|Stop All|STOPALL|STOP-ALL|unsubscribe|CANCEL|END|Quit!|REVOKE|optout|opt out|OPT-OUT|Opt  out.
  |REMOVE|ARRET|Arrêt|arrêté|ARRETT|PARAR|alto|Baja|¡Cancelar!`.split('|');

test.for([
  ['stop', STOPS],
  ['start', ['START', 'Unstop', 'yes', 'Yes.']],
  ['help', ['HELP', 'info', 'AIDE', '¿Ayuda?']],
  [
    undefined,
    [
      'stop by at ten',
      'please stop by',
      'the end',
      'yes please',
      'Cancel the first one',
      '',
      'stop '.repeat(30),
    ],
  ],
] as const)('%s', ([keyword, messages]) => {
  expect(messages.map((message) => keywordIn(message))).toEqual(messages.map(() => keyword));
});

let texting: Texting;
beforeAll(async () => {
  texting = await startTexting();
});
beforeEach(() => {
  texting.answers = { status: 201, body: {} };
});

const isRefused = async (person: string): Promise<boolean> => {
  const [text] = await texting.textsWith(person);
  const response = await texting.writeTo(text?.lead_id);
  if (response.status === 409) expect((await problemOf(response)).code).toBe('opted_out');
  return response.status === 409;
};

describe('whoever writes', () => {
  test.for(['STOP', 'stop all', 'opt out', 'ARRET'])('%s gets no more texts, until START', async (word) => {
    const person = freshCaller();
    await texting.receive(person, word);
    expect(await isRefused(person)).toBe(true);
    await texting.receive(person, 'Start');
    expect(await isRefused(person)).toBe(false);
  });

  test('a word of the company’s own list at Twilio (OptOutType) counts and is not answered', async () => {
    const person = freshCaller();
    expect(await texting.receive(person, 'Adios', { OptOutType: 'STOP' })).toContain('<Response/>');
    expect(await isRefused(person)).toBe(true);
    expect(await texting.receive(person, 'Hola', { OptOutType: 'START' })).toContain('<Response/>');
    expect(await isRefused(person)).toBe(false);
  });

  test('a word that Twilio answers itself is not answered twice; one that it does not know is answered once', async () => {
    const [known, unknown] = [freshCaller(), freshCaller()];
    expect(await texting.receive(known, 'STOP')).toContain('<Response/>');
    expect(await texting.receive(known, 'HELP')).toContain('<Response/>');

    expect(await texting.receive(unknown, 'opt out')).toContain(
      '>You will get no more texts from Acme Plumbing.',
    );
    expect(await texting.receive(unknown, 'opt out')).toContain('<Response/>');
  });

  test('“yes” without an opt-out is an ordinary message', async () => {
    const person = freshCaller();
    expect(await texting.receive(person, 'Yes!')).toContain('<Response/>');
    await texting.receive(person, 'Opt out');
    expect(await texting.receive(person, 'Yes!')).toContain('>You will get texts from Acme Plumbing again.');
  });

  test('for help again and again is answered three times an hour', async () => {
    const person = freshCaller();
    const answers: string[] = [];
    for (let time = 0; time < 5; time += 1) answers.push(await texting.receive(person, 'Help?'));
    expect(answers.map((answer) => answer.includes('<Message'))).toEqual([true, true, true, false, false]);
  });
});

test('an automatic reply is on the timeline with its status, and is the same when the carrier asks again', async () => {
  const person = freshCaller();
  const again = { MessageSid: `SM${crypto.randomUUID()}` };
  const first = await texting.receive(person, 'Opt out', again);
  const second = await texting.receive(person, 'Opt out', again);
  expect(second).toBe(first);

  const [reply, asked, ...more] = await texting.textsWith(person);
  expect(more).toEqual([]);
  expect(asked).toMatchObject({ direction: 'inbound', message: 'Opt out' });
  expect(reply).toMatchObject({ direction: 'outbound', status: 'sent' });
  const callback = new URL(/statusCallback="([^"]+)"/.exec(first)?.[1] ?? '').pathname;
  const path = callback.slice(callback.indexOf('/text/'));
  await texting.lane(path, { MessageSid: 'SM-reply', MessageStatus: 'delivered' });
  const events = await texting.eventsOf(reply?.lead_id);
  expect(events.filter(({ type, inbound }) => type === 'sms' && !inbound)).toMatchObject([
    { data: { text_id: reply?.text_id, status: 'delivered', automatic: true } },
  ]);
});

test.for([
  ['Twilio, at once', { status: 400, body: { code: 21_610, message: 'Unsubscribed recipient' } }],
  [
    'Telnyx, at once',
    { status: 403, body: { errors: [{ code: '40300', title: 'Blocked due to STOP message' }] } },
  ],
] as const)('whoever has opted out with the carrier has opted out: %s', async ([, answers]) => {
  const person = freshCaller();
  await texting.receive(person, 'Hello?');
  texting.answers = answers;
  const [text] = await texting.textsWith(person);
  expect((await texting.writeTo(text?.lead_id)).status).toBe(200);
  await expect.poll(async () => (await texting.textsWith(person))[0]?.status).toBe('failed');

  expect(await isRefused(person)).toBe(true);
});

test('a message that waits for the carrier is not sent to a person who opts out meanwhile', async () => {
  const person = freshCaller();
  await texting.receive(person, 'Hello?');
  const [text] = await texting.textsWith(person);
  texting.answers = { status: 429, body: { message: 'Too many.' }, headers: { 'Retry-After': '1' } };
  const before = texting.asked.length;
  await texting.writeTo(text?.lead_id, 'Shall we come on Monday?');
  await expect.poll(() => texting.asked.length).toBe(before + 1);
  texting.answers = { status: 201, body: {} };
  await texting.receive(person, 'Hello?', { OptOutType: 'STOP' });

  const written = async (): Promise<object | undefined> =>
    (await texting.textsWith(person)).find(({ message }) => message === 'Shall we come on Monday?');
  await expect
    .poll(written, { timeout: 5_000 })
    .toMatchObject({ status: 'failed', error: 'The person has asked for no more texts.' });
  expect(texting.asked).toHaveLength(before + 1);
});

test('whoever has opted out with the carrier has opted out: reported afterwards', async () => {
  const person = freshCaller();
  await texting.receive(person, 'Hello?');
  const [text] = await texting.textsWith(person);
  await texting.writeTo(text?.lead_id);
  await expect.poll(async () => (await texting.textsWith(person))[0]?.status).toBe('sent');
  const [sent] = await texting.textsWith(person);
  const reported = { MessageSid: 'SM-later', MessageStatus: 'undelivered', ErrorCode: '21610' };
  await texting.lane(`/text/status/${sent?.text_id}`, reported);

  expect(await isRefused(person)).toBe(true);
});
