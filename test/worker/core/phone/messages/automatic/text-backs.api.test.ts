/** Texts after missed calls: when one goes out, from which number, with which words, and to whom none does. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { problemOf } from '../../../../../harness/client.ts';
import { AUSTIN, AUSTIN_BRANCH, freshCaller } from '../../calls/call-company.ts';
import { CalledCompany, DENVER, Exchange, TEXTS } from './missed-calls.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

let exchange: Exchange;
beforeAll(async () => {
  exchange = await Exchange.start();
});
afterAll(() => exchange.close());
beforeEach(() => {
  exchange.asked.length = 0;
  exchange.reply = () => ({ status: 201 });
});

const open = (rules?: object, settings?: Record<string, unknown>): Promise<CalledCompany> =>
  CalledCompany.open(exchange, rules, settings);

interface Event {
  type: string;
  data: Record<string, unknown>;
}

const eventsOf = async (company: CalledCompany, leadId: string | null): Promise<Event[]> =>
  (await company.read<{ events: Event[] }>(`/leads/${leadId}/events?size=100`)).events;

describe('a missed caller', () => {
  test('gets no text until the company turns it on', async () => {
    const company = await open({});
    const person = freshCaller();
    await company.miss(person);
    await company.later(30);

    expect(await company.sentTo(person)).toEqual([]);
  });

  test('gets one from the number that was called, after the minutes of the rule', async () => {
    const company = await open();
    const person = freshCaller();
    const call = await company.miss(person);
    await company.later(4);
    expect(exchange.asked).toEqual([]);
    await company.later(1.1);

    const message = 'This is Acme in Austin. What can we do?';
    expect(await company.sentTo(person)).toMatchObject([
      {
        direction: 'outbound',
        status: 'sent',
        number: AUSTIN,
        message,
        automatic: true,
        missed_call_id: call.call_id,
        lead_id: call.lead_id,
      },
    ]);
    expect(exchange.asked.map((text) => Object.fromEntries(text))).toMatchObject([
      { From: AUSTIN, To: person, Body: message },
    ]);
    // Without PUBLIC_URL, where the call came in.
    expect(exchange.asked[0]?.get('StatusCallback')).toContain(exchange.leadline.url);
  });

  test('has it on the timeline, sent by the rule, and still waits for an answer', async () => {
    const company = await open();
    const call = await company.miss(freshCaller());
    await company.later(6);

    const events = await eventsOf(company, call.lead_id);
    expect(events.find(({ type }) => type === 'sms')?.data).toMatchObject({
      created_by: 'system:missed calls',
      automatic: true,
      missed_call_id: call.call_id,
      status: 'sent',
    });
    expect(events.find(({ type }) => type === 'reminder')?.data).toMatchObject({ state: 'open' });
  });

  test('who left a voicemail gets one or not, as the company chooses', async () => {
    for (const [rule, count] of [
      ['missed', 1],
      ['no_voicemail', 0],
    ] as const) {
      const company = await open({ ...TEXTS, text_back: rule });
      const [heard, silent] = [freshCaller(), freshCaller()];
      expect(await company.miss(heard, { voicemail: true })).toMatchObject({ outcome: 'voicemail' });
      await company.miss(silent);
      await company.later(6);

      expect(await company.sentTo(heard)).toHaveLength(count);
      expect(await company.sentTo(silent)).toHaveLength(1);
    }
  });
});

describe('the text', () => {
  test('is that of the branch which the caller chose in a menu', async () => {
    const menu = { name: 'Main', greeting: 'Press 2.', keys: { '2': { location_id: 'denver' } } };
    const company = await open(
      {},
      {
        numbers: { [AUSTIN]: { menu: 'main' } },
        menus: { main: { ...menu, default: { ring: 'location' } } },
        locations: { denver: TEXTS },
      },
    );
    const [chose, waited] = [freshCaller(), freshCaller()];
    for (const [from, Digits] of [
      [chose, '2'],
      [waited, ''],
    ] as const) {
      const fields = { CallSid: `CA${crypto.randomUUID()}`, From: from, To: AUSTIN };
      await company.lane('/call', { ...fields, CallStatus: 'ringing' });
      await company.lane(`/call/${fields.CallSid}/menu/2.main`, { ...fields, Digits });
      await company.lane('/status', { ...fields, CallStatus: 'completed' });
    }
    await company.later(6);

    expect(await company.sentTo(chose)).toMatchObject([
      { number: AUSTIN, message: 'This is Acme in Denver. What can we do?' },
    ]);
    expect(await company.sentTo(waited)).toEqual([]);
  });

  test('differs by location, number and opening hours', async () => {
    const company = await open(TEXTS, {
      locations: { denver: { text_back_closed: 'Closed: {company}, {location}.' } },
      numbers: { '+15125550101': { text_back: 'off' } },
    });
    await company.closeDenver();
    const [austin, denver, off] = [freshCaller(), freshCaller(), freshCaller()];
    await company.miss(austin);
    await company.miss(denver, { to: DENVER });
    await company.miss(off, { to: '+15125550101' });
    await company.later(6);

    const words = async (person: string): Promise<string[]> =>
      (await company.sentTo(person)).map(({ number, message }) => `${number} ${message}`);
    expect(await words(austin)).toEqual([`${AUSTIN} This is Acme in Austin. What can we do?`]);
    expect(await words(denver)).toEqual([`${DENVER} Closed: Acme, Denver.`]);
    expect(await words(off)).toEqual([]);
  });

  test('is none while the company has no words for those hours', async () => {
    const company = await open({ ...TEXTS, text_back_open: null });
    const person = freshCaller();
    await company.miss(person);
    await company.later(6);

    expect(await company.sentTo(person)).toEqual([]);
  });

  test('follows the rules as they are when it is due', async () => {
    const company = await open();
    const [before, after] = [freshCaller(), freshCaller()];
    await company.miss(before);
    await company.setCalls({ defaults: { text_back: 'off' } });
    await company.later(6);
    expect(await company.sentTo(before)).toEqual([]);

    await company.setCalls({ defaults: { text_back: 'missed', text_back_minutes: 1 } });
    await company.miss(after);
    await company.later(1.1);
    expect((await company.sentTo(after)).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Sorry we missed your call! This is Acme\. .*STOP/),
    ]);
  });

  test('comes too late after a long outage, and for a call that was reported late', async () => {
    const company = await open();
    const [person, reported] = [freshCaller(), freshCaller()];
    await company.miss(person);
    await company.later(2);
    const ago = new Date(exchange.now - 2 * HOUR * 60_000).toISOString();
    await company.report(reported, { started_at: ago, ended_at: ago });
    // Nothing is done for an hour and four minutes.
    await company.later(HOUR + 4);

    expect(await company.sentTo(person)).toEqual([]);
    expect(await company.sentTo(reported)).toEqual([]);
  });

  test.each([
    [{ text_back_open: 'Hi {name}' }, '/defaults/text_back_open'],
    [{ text_back_open: 'Hi {first name}, { company } here' }, '/defaults/text_back_open'],
    [{ text_back_open: '{company} {company}' }, '/defaults/text_back_open'],
    [{ text_back_closed: 'x'.repeat(481) }, '/defaults/text_back_closed'],
    [{ text_back_minutes: 0 }, '/defaults/text_back_minutes'],
    [{ text_back_minutes: 1.5 }, '/defaults/text_back_minutes'],
    [{ text_back_minutes: 61 }, '/defaults/text_back_minutes'],
    [{ text_back: 'on' }, '/defaults/text_back'],
  ])('cannot be set by %j', async (defaults, pointer) => {
    const company = await open();
    const { errors } = await problemOf(await company.company.ask('PUT', '/calls/settings', { defaults }));

    expect(errors.map((error) => error.pointer)).toEqual([pointer]);
  });
});

describe('contact before the text is due cancels it:', () => {
  const ways: Record<
    string,
    (company: CalledCompany, person: string, leadId: string | null) => Promise<unknown>
  > = {
    'a later call that is answered': (company, person) =>
      company.report(person, { answered_at: new Date(exchange.now).toISOString(), talk_seconds: 60 }),
    'a call back, even if nobody answers it': (company, person) =>
      company.report(person, { direction: 'outbound', outcome: 'missed' }),
    'a text of the caller': (company, person) => company.write(person, 'Call me, please.'),
    'a text to the caller': (company, _, leadId) => company.post(`/leads/${leadId}/text`, { message: 'Hi.' }),
    'an e-mail that another system has sent': (company, _, leadId) =>
      company.post(`/leads/${leadId}/events`, { type: 'email_message', data: { message: 'Hi.' } }),
    'a reminder that is closed by hand': async (company, _, leadId) => {
      const reminder = (await eventsOf(company, leadId)).find(({ type }) => type === 'reminder');
      await company.post(`/leads/${leadId}/events/reminder/${String(reminder?.data['event_id'])}/done`, {});
    },
  };
  test.each(Object.entries(ways))('%s', async (_, contact) => {
    const company = await open();
    const person = freshCaller();
    const { lead_id: leadId } = await company.miss(person);
    await company.later(2);
    await contact(company, person, leadId);
    await company.later(10);

    expect(await company.sentTo(person)).toEqual([]);
  });

  test.each(Object.entries(ways))('%s, while a busy carrier has the text wait', async (_, contact) => {
    const company = await open();
    const person = freshCaller();
    const { lead_id: leadId } = await company.miss(person);
    exchange.reply = () => ({ status: 429 });
    await company.later(6);
    expect(await company.sentTo(person)).toMatchObject([{ status: 'queued' }]);
    exchange.reply = () => ({ status: 201 });
    await contact(company, person, leadId);
    await company.later(10);

    const error = 'They were in contact before the carrier took it.';
    expect(await company.sentTo(person)).toMatchObject([{ status: 'failed', error }]);
  });

  test('nothing else: a busy carrier takes the text later', async () => {
    const company = await open();
    const person = freshCaller();
    await company.miss(person);
    exchange.reply = () => ({ status: 429 });
    await company.later(6);
    exchange.reply = () => ({ status: 201 });
    await company.later(10);

    expect(await company.sentTo(person)).toMatchObject([{ status: 'sent' }]);
  });

  test('but not a text that failed, nor contact with somebody else', async () => {
    const company = await open();
    const [person, other] = [freshCaller(), freshCaller()];
    const { lead_id: leadId } = await company.miss(person);
    exchange.reply = () => ({ status: 400, body: { message: 'No.' } });
    await company.post(`/leads/${leadId}/text`, { message: 'Hi.' });
    await company.later(2);
    exchange.reply = () => ({ status: 201 });
    await company.write(other, 'Hello.');
    await company.later(4);

    expect(await company.sentTo(person)).toHaveLength(1);
  });
});

describe('a second call comes first:', () => {
  test('missed too, it brings the text, from its own number and after its own minutes', async () => {
    const company = await open();
    const person = freshCaller();
    await company.miss(person);
    await company.later(3);
    const second = await company.miss(person, { to: DENVER });
    await company.later(3);
    expect(await company.sentTo(person)).toEqual([]);
    await company.later(3);

    expect(await company.sentTo(person)).toMatchObject([{ number: DENVER, missed_call_id: second.call_id }]);
  });

  test('to a number without texts, it leaves the first one to its text', async () => {
    const company = await open(TEXTS, { locations: { denver: { text_back: 'off' } } });
    const person = freshCaller();
    const first = await company.miss(person);
    await company.later(3);
    await company.miss(person, { to: DENVER });
    await company.later(3);

    expect(await company.sentTo(person)).toMatchObject([{ missed_call_id: first.call_id }]);
  });

  test('with a voicemail, it cancels the text to those who left none', async () => {
    for (const [rule, count] of [
      ['missed', 1],
      ['no_voicemail', 0],
    ] as const) {
      const company = await open({ ...TEXTS, text_back: rule });
      const person = freshCaller();
      await company.miss(person);
      await company.later(2);
      await company.miss(person, { voicemail: true });
      await company.later(10);

      expect(await company.sentTo(person)).toHaveLength(count);
    }
  });

  test('while it goes on, the text waits', async () => {
    const company = await open();
    const person = freshCaller();
    await company.miss(person);
    await company.later(4);
    const hangUp = await company.ring(person);
    await company.later(3);
    expect(await company.sentTo(person)).toEqual([]);
    await hangUp();
    await company.later(6);

    expect(await company.sentTo(person)).toHaveLength(1);
  });
});

test('a caller gets one text in 24 hours, whichever numbers they call', async () => {
  const company = await open();
  const person = freshCaller();
  await company.miss(person);
  await company.later(6);
  expect(await company.sentTo(person)).toHaveLength(1);
  for (const to of [DENVER, AUSTIN]) {
    await company.miss(person, { to });
    await company.later(30);
  }
  expect(await company.sentTo(person)).toHaveLength(1);

  await company.later(DAY);
  await company.miss(person);
  await company.later(6);
  expect(await company.sentTo(person)).toHaveLength(2);
});

test('two machines that answer each other end after one round', async () => {
  const company = await open({ ...TEXTS, text_back_minutes: 1 });
  const machine = freshCaller();
  const answers: Promise<unknown>[] = [];
  exchange.reply = () => {
    answers.push(company.write(machine, 'I am a machine.').then(() => company.miss(machine)));
    return { status: 201 };
  };
  await company.miss(machine);
  for (let minute = 0; minute < 30; minute += 3) {
    await company.later(3);
    await Promise.all(answers);
  }

  expect(answers).toHaveLength(1);
  expect(exchange.asked).toHaveLength(1);
});

describe('no text goes to', () => {
  const gets = async (company: CalledCompany, person: string): Promise<number> => {
    await company.later(6);
    return (await company.sentTo(person)).length + exchange.asked.length;
  };

  test('a withheld number', async () => {
    const company = await open();
    await company.miss('anonymous');

    expect(await gets(company, 'anonymous')).toBe(0);
  });

  test.each(['blocked', 'unlisted_numbers'])('a caller who is among %s meanwhile', async (list) => {
    const company = await open();
    const person = freshCaller();
    await company.miss(person);
    await company.setCalls({ defaults: TEXTS, [list]: [person] });

    expect(await gets(company, person)).toBe(0);
  });

  test('somebody who has opted out', async () => {
    const company = await open();
    const person = freshCaller();
    await company.post('/opt_outs', { phone: person });
    await company.miss(person);

    expect(await gets(company, person)).toBe(0);
  });

  test.each([AUSTIN_BRANCH, DENVER])('our own number %s', async (own) => {
    const company = await open();
    await company.miss(own);

    expect(await gets(company, own)).toBe(0);
  });

  test('a number that the network knows to be forged', async () => {
    const company = await open();
    const [forged, passed] = [freshCaller(), freshCaller()];
    await company.miss(forged, { fields: { StirVerstat: 'TN-Validation-Failed-A' } });
    await company.miss(passed, { fields: { StirVerstat: 'TN-Validation-Passed-A' } });
    await company.later(6);

    expect(await company.sentTo(forged)).toEqual([]);
    expect(await company.sentTo(passed)).toHaveLength(1);
  });

  test('a lead that is tagged as spam', async () => {
    const company = await open();
    const person = freshCaller();
    const { lead_id: leadId } = await company.miss(person);
    await company.post(`/leads/${leadId}/modify`, { tags: ['spam'] });

    expect(await gets(company, person)).toBe(0);
  });

  test('a caller of whom somebody said that they are no lead, until somebody says otherwise', async () => {
    const company = await open();
    const person = freshCaller();
    const judged = await company.miss(person);
    await company.post(`/calls/${judged.call_id}/modify`, { lead_status: 'not_a_lead' });
    await company.later(30);
    await company.miss(person);
    expect(await gets(company, person)).toBe(0);

    await company.post(`/calls/${judged.call_id}/modify`, { lead_status: 'good' });
    await company.miss(person);
    expect(await gets(company, person)).toBe(2);
  });

  test('a landline, by the plan of its country', async () => {
    const company = await open();
    await company.setOptions({ outgoing: { countries: ['US', 'GB'] } });
    const [london, mobile] = ['+442079460958', '+447400123456'];
    await company.miss(london);
    await company.miss(mobile);
    await company.later(6);

    expect(await company.sentTo(london)).toEqual([]);
    expect(await company.sentTo(mobile)).toHaveLength(1);
  });

  test.each(['when it is asked', 'later'])('a landline, once the carrier has said so %s', async (when) => {
    const company = await open();
    const person = freshCaller();
    if (when === 'when it is asked') {
      exchange.reply = () => ({ status: 400, body: { code: 21_635, message: 'A landline.' } });
    }
    await company.miss(person);
    await company.later(6);
    const [sent] = await company.sentTo(person);
    if (when === 'later') {
      const report = { MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30006' };
      await company.lane(`/text/status/${sent?.text_id}`, report);
    }
    expect(await company.sentTo(person)).toMatchObject([
      { status: 'failed', error: expect.stringMatching(/^(?:21635: The carrier answered 400|30006)/) },
    ]);
    await company.later(2 * DAY);
    await company.miss(person);
    await company.later(6);

    expect(await company.sentTo(person)).toHaveLength(1);
  });

  test('another country, and to nobody after too many in an hour', async () => {
    const company = await open();
    await company.setOptions({ outgoing: { texts_per_company: 2 } });
    const abroad = '+33612345678';
    const people = [freshCaller(), freshCaller(), freshCaller()];
    for (const person of [abroad, ...people]) await company.miss(person);
    await company.later(6);

    expect(await company.sentTo(abroad)).toEqual([]);
    const counts = await Promise.all(people.map(async (person) => (await company.sentTo(person)).length));
    expect(counts).toEqual([1, 1, 0]);
  });
});

describe('where a text cannot be sent,', () => {
  test('a number that no account has sends none', async () => {
    const company = await open();
    const [elsewhere, known] = [freshCaller(), freshCaller()];
    await company.report(elsewhere, { number: '+18005550111' });
    await company.later(6);
    expect(await company.sentTo(elsewhere)).toEqual([]);

    // Since a call of the carrier, its account is known.
    await company.miss(freshCaller(), { to: '+18005550111' });
    await company.report(known, { number: '+18005550111' });
    await company.later(6);
    expect(await company.sentTo(known)).toMatchObject([{ number: '+18005550111', status: 'sent' }]);
  });

  test('a number that the carrier refused as a sender is tried again after a day', async () => {
    const company = await open();
    const [first, second, third] = [freshCaller(), freshCaller(), freshCaller()];
    exchange.reply = () => ({ status: 400, body: { code: 21_606, message: 'Not SMS-capable.' } });
    await company.miss(first);
    await company.later(6);
    expect(await company.sentTo(first)).toMatchObject([
      { status: 'failed', error: '21606: The carrier answered 400: Not SMS-capable.' },
    ]);
    await company.miss(second);
    await company.later(6);
    expect(await company.sentTo(second)).toEqual([]);

    exchange.reply = () => ({ status: 201 });
    await company.later(DAY);
    await company.miss(third);
    await company.later(6);
    expect(await company.sentTo(third)).toMatchObject([{ status: 'sent' }]);
  });

  test('the timeline says why: no credentials, or what the carrier answered', async () => {
    const company = await open();
    await company.setCalls({ defaults: TEXTS, isConnected: false });
    const [first, second] = [freshCaller(), freshCaller()];
    const call = await company.miss(first);
    await company.later(6);
    const error = 'The call settings have no credentials for the carrier’s API.';
    expect(await company.sentTo(first)).toMatchObject([{ status: 'failed', error }]);
    expect((await eventsOf(company, call.lead_id)).find(({ type }) => type === 'sms')?.data).toMatchObject({
      status: 'failed',
      error,
    });

    await company.setCalls({ defaults: TEXTS });
    exchange.reply = () => ({ status: 401, body: { message: 'Who are you?' } });
    await company.miss(second);
    await company.later(6);
    expect(await company.sentTo(second)).toMatchObject([
      { status: 'failed', error: 'The carrier answered 401: Who are you?' },
    ]);
    const { notifications } = await company.read<{ notifications: { type: string }[] }>(
      '/notifications?size=100',
    );
    expect(notifications.filter(({ type }) => type === 'carrier.refusing')).toHaveLength(1);
  });
});

test('a person who is erased before it is due gets none', async () => {
  const company = await open();
  const person = freshCaller();
  const { lead_id: leadId } = await company.miss(person);
  expect(await company.count('text_backs')).toBe(1);
  await company.post(`/leads/${leadId}/erase`, {});
  expect(await company.count('text_backs')).toBe(0);
  await company.later(6);

  expect(exchange.asked).toEqual([]);
});
