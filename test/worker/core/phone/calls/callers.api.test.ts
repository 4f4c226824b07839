/** The assignment of new callers, and callers whose calls are forwarded back. */
import { beforeAll, describe, expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { sendAsCarrier } from '../../../../harness/carrier/simulated-carrier.ts';
import { sendAs } from '../../../../harness/client.ts';
import { putSettings } from '../../../../harness/dni-company.ts';
import { AUSTIN, branches, type CallCompany, makeCallCompany } from './call-company.ts';
import { workerUrl } from '../../../../harness/worker-url.ts';

interface Lead {
  assigned_to?: { name: string };
  lead_group?: string;
}

let company: CallCompany;
let callers = 0;
beforeAll(async () => {
  company = await makeCallCompany();
});

const freshCaller = (): string => `+1206556${String((callers += 1)).padStart(4, '0')}`;

/** Reports a call of another phone system; resolves to its lead. */
const leadOfCall = async (from: string, number = AUSTIN): Promise<Lead> => {
  const reported = { carrier_call_id: crypto.randomUUID(), number, from, started_at: '2026-03-02T16:00:00Z' };
  const call = await answerOf<{ lead_id: string }>(
    await sendAs(company.superadmin, 'POST', `${company.path}/calls`, reported),
  );
  return answerOf<Lead>(await sendAs(company.superadmin, 'GET', `${company.path}/leads/${call.lead_id}`));
};

test.for([
  ['the caller was answered', 'inbound'],
  ['somebody called them back', 'outbound'],
])(
  'a call that is reported days later leaves its reminder at its end, done when %s',
  async ([, direction]) => {
    const from = freshCaller();
    const report = async (more: object): Promise<string> => {
      const reported = { carrier_call_id: crypto.randomUUID(), number: AUSTIN, from, ...more };
      const answer = await sendAs(company.superadmin, 'POST', `${company.path}/calls`, reported);
      return (await answerOf<{ lead_id: string }>(answer)).lead_id;
    };
    const missed = {
      started_at: '2026-03-02T16:00:00Z',
      ended_at: '2026-03-02T16:00:25Z',
      outcome: 'missed',
    };
    const leadId = await report(missed);
    const reminders = async (): Promise<unknown[]> => {
      const answer = await sendAs(company.superadmin, 'GET', `${company.path}/leads/${leadId}/events`);
      const { events } = await answerOf<{ events: { type: string }[] }>(answer);
      return events.filter(({ type }) => type === 'reminder');
    };

    const times = { event_time: '2026-03-02T16:00:25.000Z', due_time: '2026-03-02T16:30:25.000Z' };
    expect(await reminders()).toMatchObject([{ data: { state: 'open', ...times } }]);

    // An earlier call is no answer to it.
    await report({ started_at: '2026-03-02T15:00:00Z', answered_at: '2026-03-02T15:00:08Z', direction });
    expect(await reminders()).toMatchObject([{ data: { state: 'open', ...times } }]);
    await report({ started_at: '2026-03-02T17:00:00Z', answered_at: '2026-03-02T17:00:08Z', direction });
    const done = { state: 'done', done_time: '2026-03-02T17:00:08.000Z' };
    expect(await reminders()).toMatchObject([{ data: done }]);
  },
);

describe('a new caller', () => {
  const users: Record<string, string> = {};
  beforeAll(async () => {
    const add = async (name: string, more: object): Promise<void> => {
      const email = `${name.toLowerCase()}-${crypto.randomUUID()}@acme.test`;
      const body = { name, email, role_id: 'agent', auto_assignable: true, ...more };
      const made = await sendAs(company.superadmin, 'POST', `${company.path}/users`, body);
      users[name] = (await answerOf<{ user_id: string }>(made)).user_id;
    };
    await add('Amy', {});
    await add('Desk', { auto_assignable: false });
    await add('Ben', {});
    await add('Gone', {});
    await answerOf(
      await sendAs(company.superadmin, 'POST', `${company.path}/users/${users['Gone']}/modify`, {
        is_suspended: true,
      }),
    );
    const settings = branches('') as { locations: { location_id: string; users?: unknown }[] };
    const austin = settings.locations.find(({ location_id: id }) => id === 'austin');
    if (austin !== undefined) {
      austin.users = [users['Amy'], { user_id: users['Desk'] }, users['Ben'], users['Gone']];
    }
    const saved = await putSettings(company.companyId, settings);
    if (saved.status !== 200) throw new Error(await saved.text());
  });

  test("goes to the location's users who take new leads, in turn, and to nobody else", async () => {
    const takers: (string | undefined)[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      takers.push((await leadOfCall(freshCaller())).assigned_to?.name);
    }

    expect(takers).toEqual(['Amy', 'Ben', 'Amy', 'Ben']);
  });

  test('takes no turn by calling again, nor at a location where nobody takes leads', async () => {
    const known = freshCaller();
    const first = await leadOfCall(known);
    const again = await leadOfCall(known);
    const elsewhere = await leadOfCall(freshCaller(), '+13035550101');
    const next = await leadOfCall(freshCaller());

    expect([first, again, elsewhere, next].map((lead) => lead.assigned_to?.name)).toEqual([
      'Amy',
      'Amy',
      undefined,
      'Ben',
    ]);
  });

  test('goes past users who are away, who are next when they are back; if all are away, it goes to one of them', async () => {
    const setAvailable = async (name: string, body: object): Promise<void> => {
      const path = `${company.path}/availability/${users[name]}`;
      await answerOf(await sendAs(company.superadmin, 'PUT', path, body));
    };
    const taker = async (): Promise<string | undefined> =>
      (await leadOfCall(freshCaller())).assigned_to?.name;
    const soon = { available: false, until: new Date(Date.now() + 60 * 60_000).toISOString() };

    await setAvailable('Amy', { available: false });
    const withoutAmy = [await taker(), await taker()];
    await setAvailable('Ben', soon);
    const withoutBoth = [await taker(), await taker()];
    await setAvailable('Amy', { available: true });
    const withoutBen = [await taker(), await taker()];
    await setAvailable('Ben', { available: true });
    const withBoth = [await taker(), await taker()];

    expect(withoutAmy).toEqual(['Ben', 'Ben']);
    expect(new Set(withoutBoth)).toEqual(new Set(['Amy', 'Ben']));
    expect(withoutBen).toEqual(['Amy', 'Amy']);
    expect(withBoth).toEqual(['Ben', 'Amy']);
  });
});

test('with more than three calls in progress, because somebody forwards them back, gets voicemail', async () => {
  const account = { carrier: 'twilio', accountId: company.accountId, secret: company.authToken } as const;
  const lane = `${workerUrl()}/carriers/twilio/${company.companyId}`;
  const from = freshCaller();
  const report = async (path: string, id: string, CallStatus: string, caller = from): Promise<string> => {
    const fields = { AccountSid: company.accountId, CallSid: id, From: caller, To: AUSTIN, CallStatus };
    return (await sendAsCarrier(account, lane + path, fields)).text();
  };
  const ids = Array.from({ length: 5 }, () => `CA${crypto.randomUUID()}`);
  const verbs: string[] = [];
  for (const id of ids.slice(0, 4)) {
    verbs.push(/<Response><(\w+)/.exec(await report('/call', id, 'ringing'))?.[1] ?? '');
  }
  const other = await report('/call', `CA${crypto.randomUUID()}`, 'ringing', freshCaller());
  await report('/status', ids[0] ?? '', 'completed');
  await report('/status', ids[1] ?? '', 'completed');
  const later = await report('/call', ids[4] ?? '', 'ringing');

  expect(verbs).toEqual(['Dial', 'Dial', 'Dial', 'Say']);
  expect(other).toContain('<Dial');
  expect(later).toContain('<Dial');
});

test('a call goes on to its end although the number leaves the company in the middle of it', async () => {
  const other = await makeCallCompany();
  const account = { carrier: 'twilio', accountId: other.accountId, secret: other.authToken } as const;
  const lane = `${workerUrl()}/carriers/twilio/${other.companyId}`;
  const fields = { AccountSid: other.accountId, CallSid: 'CA1', From: freshCaller(), To: AUSTIN };
  const ask = (path: string, more: Record<string, string>): Promise<Response> =>
    sendAsCarrier(account, lane + path, { ...fields, ...more });
  const rung = await ask('/call', { CallStatus: 'ringing' });
  const settings = branches('') as { numbers: { phone_number: string }[] };
  settings.numbers = settings.numbers.filter(({ phone_number: number }) => number !== AUSTIN);
  expect((await putSettings(other.companyId, settings)).status).toBe(200);

  const dialed = { CallStatus: 'in-progress', DialCallStatus: 'completed', DialBridged: 'true' };
  const ended = await ask('/call/CA1/dialed/0', { ...dialed, DialCallDuration: '30' });
  const status = await ask('/status', { CallStatus: 'completed' });
  const next = await ask('/call', { CallSid: 'CA2', CallStatus: 'ringing' });

  expect(await rung.text()).toContain('<Dial');
  expect([ended.status, status.status, next.status]).toEqual([200, 200, 403]);
  const { calls } = await answerOf<{ calls: unknown[] }>(
    await sendAs(other.superadmin, 'GET', `${other.path}/calls`),
  );
  expect(calls).toMatchObject([{ outcome: 'answered', talk_seconds: 30, source: 'paid_search' }]);
});

test('the assignee of the lead is notified of a missed call, else the people of the branch; a switchboard is one lead', async () => {
  const { superadmin, manager, agent, path } = await makeCallCompany();
  const report = async (from: string, more: object): Promise<string> => {
    const reported = {
      carrier_call_id: crypto.randomUUID(),
      number: AUSTIN,
      from,
      started_at: '2026-03-02T16:00:00Z',
    };
    const answer = await sendAs(superadmin, 'POST', `${path}/calls`, { ...reported, ...more });
    return (await answerOf<{ lead_id: string }>(answer)).lead_id;
  };
  const missedOf = async (user: typeof agent): Promise<unknown[]> => {
    const answer = await sendAs(user, 'GET', `${path}/notifications`);
    const { notifications } = await answerOf<{ notifications: { type: string; data: { phone: string } }[] }>(
      answer,
    );
    return notifications.filter(({ type }) => type === 'call.missed').map(({ data }) => data.phone);
  };
  const [free, owned] = [freshCaller(), freshCaller()];
  const lead = await report(owned, { outcome: 'answered', caller_name: 'Ann at the desk' });
  await sendAs(superadmin, 'POST', `${path}/leads/${lead}/assign`, { to_user_email: agent.email });

  await report(free, {});
  expect(await report(owned, { caller_name: 'Bo at the desk' })).toBe(lead);

  expect(await missedOf(manager)).toEqual([]);
  expect(await missedOf(agent)).toEqual([owned, free]);
});

test('while the assignee is away, managers who are there hear of a missed call too; of a group, those who are there', async () => {
  const { superadmin, manager, agent, colleague, path } = await makeCallCompany();
  const email = `mo.${crypto.randomUUID()}@acme.test`;
  const { group_id: group } = await answerOf<{ group_id: string }>(await sendAs(manager, 'GET', '/me'));
  const body = { name: 'Mo', email, role_id: 'manager', group_id: group };
  const { user_id: other } = await answerOf<{ user_id: string }>(
    await sendAs(superadmin, 'POST', `${path}/users`, body),
  );
  const setAvailable = async (userId: string, available: boolean): Promise<void> => {
    await answerOf(await sendAs(superadmin, 'PUT', `${path}/availability/${userId}`, { available }));
  };
  const leadOf = async (from: string): Promise<string> => {
    // A branch without people.
    const reported = { carrier_call_id: crypto.randomUUID(), number: '+13035550101', from };
    const answer = await sendAs(superadmin, 'POST', `${path}/calls`, {
      ...reported,
      started_at: new Date().toISOString(),
      outcome: 'missed',
    });
    return (await answerOf<{ lead_id: string }>(answer)).lead_id;
  };
  /** Who hears of the next missed call of a caller. */
  const hearers = async (from: string): Promise<string[]> => {
    const heardOf = async (): Promise<string[]> => {
      const { notifications } = await answerOf<{ notifications: { type: string; user_id: string }[] }>(
        await sendAs(superadmin, 'GET', `${path}/notifications?scope=company&size=100`),
      );
      return notifications.flatMap(({ type, user_id: userId }) => (type === 'call.missed' ? userId : []));
    };
    const before = await heardOf();
    await leadOf(from);
    const names = new Map([
      [agent.userId, 'agent'],
      [manager.userId, 'manager'],
      [superadmin.userId, 'super admin'],
      [colleague.userId, 'colleague'],
      [other, 'other manager'],
    ]);
    const after = await heardOf();
    return after
      .slice(0, after.length - before.length)
      .map((userId) => names.get(userId) ?? userId)
      .toSorted();
  };
  const [owned, free] = [freshCaller(), freshCaller()];
  const lead = await leadOf(owned);
  await leadOf(free);
  await sendAs(superadmin, 'POST', `${path}/leads/${lead}/assign`, { to_user_email: agent.email });
  expect([await hearers(owned), await hearers(free)]).toEqual([
    ['agent'],
    ['agent', 'colleague', 'manager', 'other manager'],
  ]);

  await setAvailable(agent.userId, false);
  await setAvailable(other, false);
  expect([await hearers(owned), await hearers(free)]).toEqual([
    ['agent', 'manager'],
    ['colleague', 'manager'],
  ]);

  await setAvailable(manager.userId, false);
  expect([await hearers(owned), await hearers(free)]).toEqual([['agent', 'super admin'], ['colleague']]);
});

describe('of a withheld caller nobody knows whether it is the first call', () => {
  interface Call {
    call_id: string;
    first_time: boolean | null;
    prior_calls: number | null;
  }
  const read = async <Answer>(path: string): Promise<Answer> =>
    answerOf<Answer>(await sendAs(company.superadmin, 'GET', `${company.path}${path}`));

  test('in the call, the lists, the file and the reports', async () => {
    const { superadmin, path } = (company = await makeCallCompany());
    const report = async (from: string | null): Promise<Call> => {
      const started = new Date(Date.now() - 60_000).toISOString();
      const body = { carrier_call_id: crypto.randomUUID(), number: AUSTIN, from, started_at: started };
      return answerOf<Call>(await sendAs(superadmin, 'POST', `${path}/calls`, body));
    };
    const withheld = [await report(null), await report('anonymous')];
    const known = freshCaller();
    const [first, second] = [await report(known), await report(known)];
    const idsOf = async (query: string): Promise<string[]> => {
      const { calls } = await read<{ calls: Call[] }>(`/calls?${query}`);
      return calls.map(({ call_id: id }) => id);
    };
    const csv = await (await sendAs(superadmin, 'GET', `${path}/calls/export.csv`)).text();
    const [header = '', ...lines] = csv.trim().split(/\r?\n/);
    const at = header.split(',').indexOf('first_time');
    const figures = await read<{ totals: Record<string, number> }>(
      '/reports/query?relative=last_7_days&metrics=calls,first_time_callers',
    );
    const listed = await read<{ calls: Call[] }>('/reports/calls?relative=last_7_days&first_time=false');

    expect(withheld).toMatchObject([
      { first_time: null, prior_calls: null },
      { first_time: null, prior_calls: null },
    ]);
    expect([first, second]).toMatchObject([
      { first_time: true, prior_calls: 0 },
      { first_time: false, prior_calls: 1 },
    ]);
    expect(await idsOf('first_time=true')).toEqual([first.call_id]);
    expect(await idsOf('first_time=false')).toEqual([second.call_id]);
    expect(lines.map((line) => line.split(',')[at] ?? '').toSorted()).toEqual(['', '', 'false', 'true']);
    expect(JSON.stringify(figures)).toMatch(/"first_time_callers":1\b/);
    expect(listed.calls.map(({ call_id: id }) => id)).toEqual([second.call_id]);
  });

  test('in conversions: neither the rule of first calls nor that of others takes it', async () => {
    const { superadmin, path } = (company = await makeCallCompany());
    const tell = (method: 'PUT' | 'POST', to: string, body: object): Promise<unknown> =>
      sendAs(superadmin, method, `${path}${to}`, body).then((answer) => answerOf(answer));
    const platform = { enabled: true, settings: { conversion_name: 'Call' } };
    await tell('PUT', '/conversions/platforms/google_ads', platform);
    for (const first of [true, false]) {
      const rule = { when: { what: 'call', first_time: first }, value: { unit: 'EUR', value: 5 } };
      await tell('POST', '/conversions/rules', {
        name: `First: ${String(first)}`,
        ...rule,
        platforms: ['google_ads'],
      });
    }
    const moment = (secondsAgo: number): string => new Date(Date.now() - secondsAgo * 1_000).toISOString();
    const ended = { started_at: moment(90), answered_at: moment(80), ended_at: moment(10) };
    const report = (from: string | null): Promise<unknown> =>
      tell('POST', '/calls', {
        carrier_call_id: crypto.randomUUID(),
        number: AUSTIN,
        from,
        ...ended,
        outcome: 'answered',
        talk_seconds: 70,
      });
    await report(null);
    await report(freshCaller());

    const reasons = async (): Promise<string[]> => {
      const { conversions } = await read<{ conversions: { reason: string | null }[] }>('/conversions/outbox');
      return conversions.map(({ reason }) => String(reason)).toSorted();
    };
    await expect
      .poll(reasons, { timeout: 20_000, interval: 100 })
      .toEqual(['no_visit', 'not_first_time', 'not_first_time', 'not_first_time']);
  });
});
