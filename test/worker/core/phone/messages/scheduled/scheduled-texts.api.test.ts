/** Texts that are sent later: when they go out, what cancels them, and what is said of those that cannot be sent. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerOf } from '../../../../../harness/builders.ts';
import { problemOf } from '../../../../../harness/client.ts';
import { AUSTIN, branches, freshCaller } from '../../calls/call-company.ts';
import { CalledCompany, DENVER, Exchange } from '../automatic/missed-calls.ts';

const HOUR = 60;

let exchange: Exchange;
beforeAll(async () => {
  exchange = await Exchange.start();
});
afterAll(() => exchange.close());
beforeEach(() => {
  exchange.asked.length = 0;
  exchange.reply = () => ({ status: 201 });
});

interface Scheduled {
  type: string;
  data: {
    event_id: string;
    state: string;
    send_time: string;
    time_zone: string;
    reason?: string;
    text_id?: string;
    created_by: string;
    message: string;
    due_time: string;
  };
}

/** A lead who called once, and texts to them. */
class Person {
  readonly company: CalledCompany;
  readonly phone: string;
  readonly leadId: string;

  private constructor(company: CalledCompany, phone: string, leadId: string) {
    this.company = company;
    this.phone = phone;
    this.leadId = leadId;
  }

  static async known(company: CalledCompany, to: string = AUSTIN): Promise<Person> {
    const phone = freshCaller();
    const { lead_id: leadId } = await company.miss(phone, { to });
    return new Person(company, phone, leadId ?? '');
  }

  /** @param minutes from now */
  schedule(minutes: number, more: object = {}): Promise<Scheduled> {
    const time = new Date(exchange.now + minutes * 60_000).toISOString();
    return this.post('/scheduled_text', { message: 'See you at 10.', send_time: time, ...more });
  }

  post<Body = Scheduled>(path: string, body: object = {}): Promise<Body> {
    return this.company.post<Body>(`/leads/${this.leadId}${path}`, body);
  }

  ask(path: string, body: object = {}): Promise<Response> {
    return this.company.company.ask('POST', `/leads/${this.leadId}${path}`, body);
  }

  waiting(): Promise<{ time_zone: string; scheduled_texts: Scheduled[] }> {
    return this.company.read(`/leads/${this.leadId}/scheduled_texts`);
  }

  /** The texts that the carrier was given for this person. */
  sent(): string[] {
    return exchange.asked.flatMap((text) => (text.get('To') === this.phone ? [text.get('Body') ?? ''] : []));
  }

  async events(type: string): Promise<Scheduled[]> {
    const { events } = await this.company.read<{ events: Scheduled[] }>(
      `/leads/${this.leadId}/events?size=100`,
    );
    return events.filter((event) => event.type === type);
  }

  async outcome(): Promise<Partial<Scheduled['data']>> {
    return (await this.events('scheduled_text'))[0]?.data ?? {};
  }
}

const open = (settings?: Record<string, unknown>): Promise<CalledCompany> =>
  CalledCompany.open(exchange, {}, settings);

describe('a scheduled text', () => {
  test('goes out at its time, by whom it was written, and answers who waits', async () => {
    const company = await open();
    const person = await Person.known(company);
    const { data } = await person.schedule(2 * HOUR);
    expect(data).toMatchObject({ state: 'open', message: 'See you at 10.' });
    await company.later(HOUR);
    expect(person.sent()).toEqual([]);
    expect((await person.waiting()).scheduled_texts).toHaveLength(1);
    await company.later(HOUR + 0.1);

    expect(person.sent()).toEqual(['See you at 10.']);
    expect((await person.waiting()).scheduled_texts).toEqual([]);
    const [text] = await person.events('sms');
    expect(await person.outcome()).toMatchObject({ state: 'sent', text_id: text?.data.text_id });
    expect(text?.data.created_by).toBe(data.created_by);
    expect((await person.events('reminder'))[0]?.data.state).toBe('done');
  });

  test('goes out once, however often the alarm rings', async () => {
    const company = await open();
    const person = await Person.known(company);
    await person.schedule(5);
    for (const minutes of [6, 1, HOUR]) await company.later(minutes);

    expect(person.sent()).toHaveLength(1);
  });

  test('that has no offset is meant in the zone of the location that writes', async () => {
    const company = await open();
    const settings = branches('');
    const locations = (settings['locations'] as { location_id: string }[]).map((location) =>
      location.location_id === 'denver' ? { ...location, timezone: 'America/Denver' } : location,
    );
    const path = `/dni/api/companies/${company.company.companyId}/settings`;
    await answerOf(await exchange.leadline.sendAsOperator('PUT', path, { ...settings, locations }));
    const [austin, denver] = [await Person.known(company), await Person.known(company, DENVER)];
    const day = new Date(exchange.now + 48 * HOUR * 60_000).toISOString().slice(0, 10);

    for (const [person, zone] of [
      [austin, 'America/Chicago'],
      [denver, 'America/Denver'],
    ] as const) {
      const { data } = await person.schedule(0, { send_time: `${day}T09:00` });
      expect(data.time_zone).toBe(zone);
      const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
      expect(clock.format(new Date(data.send_time))).toBe('09:00');
      expect((await person.waiting()).time_zone).toBe(zone);
    }
  });

  test('is refused in the past, a year ahead, on a day that does not exist, and to nobody', async () => {
    const company = await open();
    const person = await Person.known(company);
    const refused = async (body: object): Promise<[string, string | undefined]> => {
      const { code, errors } = await problemOf(
        await person.ask('/scheduled_text', { message: 'Hi.', ...body }),
      );
      return [code, errors?.[0]?.pointer];
    };
    const at = (minutes: number): string => new Date(exchange.now + minutes * 60_000).toISOString();

    expect(await refused({ send_time: at(-10) })).toEqual(['invalid_parameter', '/send_time']);
    expect(await refused({ send_time: at(400 * 24 * HOUR) })).toEqual(['invalid_parameter', '/send_time']);
    expect(await refused({ send_time: '2027-02-30T09:00' })).toEqual(['invalid_parameter', '/send_time']);
    expect(await refused({ send_time: at(5), message: ' ' })).toEqual(['invalid_parameter', '/message']);
    expect(await refused({ send_time: at(5), phone: freshCaller() })).toEqual([
      'invalid_parameter',
      '/phone',
    ]);
    expect((await person.waiting()).scheduled_texts).toEqual([]);
  });

  test('waits among at most 20 to a lead', async () => {
    const company = await open();
    const person = await Person.known(company);
    for (let count = 0; count < 20; count += 1) await person.schedule(100 + count);
    const time = new Date(exchange.now + HOUR * 60_000).toISOString();
    const response = await person.ask('/scheduled_text', { message: 'One more.', send_time: time });

    expect((await problemOf(response)).code).toBe('too_many_values');
    const { scheduled_texts: waiting } = await person.waiting();
    const times = waiting.map(({ data }) => data.send_time);
    expect(times).toEqual(times.toSorted());
  });
});

describe('a text that waits', () => {
  test('is cancelled by hand, and waits again at another time', async () => {
    const company = await open();
    const person = await Person.known(company);
    const { data } = await person.schedule(10);
    const path = `/events/scheduled_text/${data.event_id}`;
    expect((await person.post(`${path}/cancel`)).data.state).toBe('cancelled');
    await company.later(11);
    expect(person.sent()).toEqual([]);

    const time = new Date(exchange.now + 30 * 60_000).toISOString();
    expect((await person.post(`${path}/reschedule`, { send_time: time })).data).toMatchObject({
      state: 'open',
      send_time: time,
    });
    await company.later(31);
    expect(person.sent()).toHaveLength(1);
    for (const verb of ['cancel', 'reschedule']) {
      const later = new Date(exchange.now + HOUR * 60_000).toISOString();
      const response = await person.ask(`${path}/${verb}`, verb === 'cancel' ? {} : { send_time: later });
      expect((await problemOf(response)).code).toBe('text_sent');
    }
  });

  test('is of its own lead alone', async () => {
    const company = await open();
    const [one, other] = [await Person.known(company), await Person.known(company)];
    const { data } = await one.schedule(10);
    const response = await other.ask(`/events/scheduled_text/${data.event_id}/cancel`);

    expect((await problemOf(response)).code).toBe('not_found');
    expect((await one.outcome()).state).toBe('open');
  });

  const CONTACTS: readonly [string, (person: Person) => Promise<unknown>][] = [
    ['they call', (person) => person.company.miss(person.phone)],
    ['they write', (person) => person.company.write(person.phone, 'Never mind.')],
    [
      'somebody talks with them',
      ({ company, phone }) =>
        company.report(phone, { direction: 'outbound', outcome: 'answered', talk_seconds: 60 }),
    ],
    [
      'they write an e-mail elsewhere',
      (person) => person.ask('/events', { type: 'email_message', inbound: true }),
    ],
  ];
  test.each(CONTACTS)('unless there is contact is cancelled if %s first', async (_, contact) => {
    const company = await open();
    const [first, other] = [await Person.known(company), await Person.known(company)];
    await company.later(1);
    for (const person of [first, other]) {
      await person.schedule(30, { unless_contact: true });
      await person.schedule(31, { message: 'In any case.' });
    }
    await company.later(2);
    await contact(first);
    await company.later(40);

    expect(first.sent()).toEqual(['In any case.']);
    expect(other.sent()).toEqual(['See you at 10.', 'In any case.']);
    const states = (await first.events('scheduled_text')).map(({ data }) => data.state);
    expect(states.toSorted()).toEqual(['cancelled', 'sent']);
  });

  test('that contact has cancelled goes out once it is given another time, unless there is contact again', async () => {
    const company = await open();
    const person = await Person.known(company);
    await company.later(1);
    const { data } = await person.schedule(10, { unless_contact: true });
    await company.later(1);
    await company.write(person.phone, 'Hello?');
    await company.later(10);
    expect((await person.outcome()).state).toBe('cancelled');

    const time = new Date(exchange.now + 10 * 60_000).toISOString();
    const again = await person.post(`/events/scheduled_text/${data.event_id}/reschedule`, {
      send_time: time,
    });
    expect(again.data).not.toHaveProperty('reason');
    await company.later(11);
    expect(person.sent()).toEqual(['See you at 10.']);
  });

  test('unless there is contact is cancelled by a text that belongs to another lead with the phone', async () => {
    const company = await open();
    const person = await Person.known(company);
    const {
      lead_ids: [other],
    } = await company.post<{ lead_ids: string[] }>('/leads/create', {
      name: 'The same again',
      phones: [{ phone: person.phone, type: 'mobile' }],
    });
    const time = new Date(exchange.now + 10 * 60_000).toISOString();
    const text = { message: 'Hi.', send_time: time, unless_contact: true };
    await company.post(`/leads/${other}/scheduled_text`, text);
    await company.later(1);
    await company.write(person.phone, 'Hello?');
    await company.later(10);

    expect(person.sent()).toEqual([]);
  });

  test('goes out from another number of the company if its own was given back', async () => {
    const company = await open();
    const person = await Person.known(company);
    await person.schedule(10, { number: AUSTIN });
    const settings = branches('');
    const numbers = (settings['numbers'] as { phone_number: string }[]).filter(
      ({ phone_number: number }) => number !== AUSTIN,
    );
    const path = `/dni/api/companies/${company.company.companyId}/settings`;
    await answerOf(await exchange.leadline.sendAsOperator('PUT', path, { ...settings, numbers }));
    await company.later(11);

    expect(person.sent()).toHaveLength(1);
    expect(exchange.asked.at(-1)?.get('From')).not.toBe(AUSTIN);
  });

  test('does not wait again if 20 others do', async () => {
    const company = await open();
    const person = await Person.known(company);
    const { data } = await person.schedule(10);
    const path = `/events/scheduled_text/${data.event_id}`;
    await person.post(`${path}/cancel`);
    for (let count = 0; count < 20; count += 1) await person.schedule(100 + count);
    const response = await person.ask(`${path}/reschedule`, { send_time: data.send_time });

    expect((await problemOf(response)).code).toBe('too_many_values');
  });

  test('goes with its lead into another, and back', async () => {
    const company = await open();
    const [one, other] = [await Person.known(company), await Person.known(company)];
    await one.schedule(30);
    await other.post('/merge', { with: one.leadId, retain_fields: [], merge_fields: ['phones'] });
    expect((await other.waiting()).scheduled_texts).toHaveLength(1);
    await other.post('/unmerge', { lead_id: one.leadId });
    expect((await other.waiting()).scheduled_texts).toEqual([]);
    await company.later(31);

    expect(one.sent()).toHaveLength(1);
  });
});

describe('a text that cannot be sent', () => {
  /** What was sent, what became of the text, and whether an open reminder says why. */
  const told = async (
    person: Person,
  ): Promise<[sent: string[], state: string | undefined, isReminded: boolean]> => {
    const { state, reason = '-' } = await person.outcome();
    const open = (await person.events('reminder')).filter(({ data }) => data.state === 'open');
    return [person.sent(), state, open.some(({ data }) => data.message.endsWith(reason))];
  };

  test('since the person has opted out meanwhile says so', async () => {
    const company = await open();
    const person = await Person.known(company);
    await person.schedule(10);
    await company.write(person.phone, 'STOP');
    await company.later(11);

    expect(await told(person)).toEqual([[], 'failed', true]);
    expect((await person.outcome()).reason).toMatch(/asked for no more texts/);
  });

  test('since its writer has left says so, and cancelling it later changes nothing', async () => {
    const company = await open();
    const person = await Person.known(company);
    const email = `wanda.${person.leadId}@acme.test`;
    const { user_id: userId } = await company.post<{ user_id: string }>('/users', {
      name: 'Wanda',
      email,
      role_id: 'manager',
    });
    const wanda = await company.company.signIn(email);
    const time = new Date(exchange.now + 10 * 60_000).toISOString();
    const body = { message: 'Hi.', send_time: time };
    const { data } = await answerOf<Scheduled>(
      await company.company.askAs(wanda, 'POST', `/leads/${person.leadId}/scheduled_text`, body),
    );
    await company.post(`/users/${userId}/modify`, { is_suspended: true });
    await company.later(11);
    expect(await told(person)).toEqual([[], 'failed', true]);

    await person.post(`/events/scheduled_text/${data.event_id}/cancel`);
    expect((await person.outcome()).state).toBe('failed');
  });

  test('since the deployment was away for longer than an hour says so', async () => {
    const company = await open();
    const person = await Person.known(company);
    await person.schedule(10);
    await company.later(10 + HOUR + 1);

    expect(await told(person)).toEqual([[], 'failed', true]);
    expect((await person.outcome()).reason).toMatch(/in time/);
  });

  test('since the number is not the lead’s any more says so', async () => {
    const company = await open();
    const person = await Person.known(company);
    await person.schedule(10);
    await person.post('/modify', { phones: [{ phone: freshCaller(), type: 'mobile' }] });
    await company.later(11);

    expect(await told(person)).toEqual([[], 'failed', true]);
    expect((await person.outcome()).reason).toMatch(/does not have this number/);
  });

  test('since too many go out in this hour waits for room', async () => {
    const company = await open();
    await company.setOptions({
      outgoing: { countries: null, texts_per_lead: 1, texts_per_user: 60, texts_per_company: 600 },
    });
    const person = await Person.known(company);
    await person.schedule(10, { message: 'First.' });
    await person.schedule(11, { message: 'Second.' });
    await company.later(12);
    expect(person.sent()).toEqual(['First.']);
    const [{ data } = { data: {} }] = (await person.waiting()).scheduled_texts as Partial<Scheduled>[];
    expect(data).toMatchObject({ state: 'open', message: 'Second.' });
    await company.later(0.1);
    expect(person.sent()).toEqual(['First.']);
  });

  test('of a lead that was removed is not sent, also after it was restored', async () => {
    const company = await open();
    const person = await Person.known(company);
    await person.schedule(10);
    await answerOf(await person.ask('/remove'));
    await company.later(11);
    await answerOf(await person.ask('/restore'));
    await company.later(1);

    expect(person.sent()).toEqual([]);
    expect(await person.outcome()).toMatchObject({ state: 'failed', reason: 'The lead was removed.' });
  });
});
