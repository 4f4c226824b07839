/** Calls that a menu answers: the keys, where they lead, and what the record says of them. */
import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerOf, makeUser } from '../../../harness/builders.ts';
import { problemOf, send, sendAs } from '../../../harness/client.ts';
import type { Script } from '../../../harness/carrier/phone-call.ts';
import type { SimulatedAccount } from '../../../../demo/carrier/signing.ts';
import { placeSimulatedCall, type SimulatedCall } from '../../../harness/carrier/simulated-carrier.ts';
import {
  AUSTIN,
  AUSTIN_BRANCH,
  branches,
  type CallCompany,
  freshCaller,
  makeCallCompany,
} from '../../core/phone/calls/call-company.ts';
import { putSettings } from '../../../harness/dni-company.ts';
import { workerUrl } from '../../../harness/worker-url.ts';
import { askReport } from '../../core/reports/report-company.ts';

const MAIN = '+18005550111';
const DENVER_BRANCH = '+13035550140';
const SALES = '+15125550177';
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const TELNYX = {
  carrier: 'telnyx',
  accountId: 'T1',
  secret: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
} as const;
const SIGNALWIRE = { carrier: 'signalwire', accountId: 'S1', secret: 'signing key' } as const;

const MENUS = {
  main: {
    name: 'Main menu',
    greeting: 'For sales press 1, for the branches 2, for our hours 3, or 5 for the closest branch.',
    keys: {
      '1': { label: 'Sales', ring: [{ number: SALES }] },
      '2': { label: 'Branches', menu_id: 'branches' },
      '3': { label: 'Hours', message: 'We are open from nine to five.' },
      '4': { voicemail: true },
      '5': { label: 'Closest branch', postal_code: 'Key in your ZIP code.' },
    },
    default: { ring: 'location' },
  },
  branches: {
    name: 'Branches',
    greeting: 'For Austin press 1, for Denver press star.',
    keys: { '1': { label: 'Austin', location_id: 'austin' }, '*': { location_id: 'denver' } },
    default: { message: 'Goodbye.' },
  },
};

interface Call {
  carrier_call_id: string;
  outcome: string | null;
  lead_id: string | null;
  menu?: { pressed: { menu: string; key: string; label: string | null }[]; led_to: string | null };
  [member: string]: unknown;
}

let company: CallCompany;
let twilio: SimulatedAccount;
beforeAll(async () => {
  company = await makeCallCompany();
  twilio = { carrier: 'twilio', accountId: company.accountId, secret: company.authToken };
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  await answerOf(
    await put({
      carriers: [
        { carrier: 'twilio', account_id: company.accountId, secrets: [company.authToken] },
        { carrier: 'signalwire', account_id: 'S1', secrets: ['signing key'] },
        { carrier: 'telnyx', account_id: 'T1', secrets: [key] },
      ],
      defaults: { order: 'in_turn' },
      numbers: { [MAIN]: { menu: 'main', whisper: '{location}' } },
      menus: MENUS,
    }),
  );
});

const put = (settings: object): Promise<Response> =>
  sendAs(company.superadmin, 'PUT', `${company.path}/calls/settings`, settings);

/** Calls the main number and presses keys. */
const call = (
  keys: readonly string[],
  over: Partial<Script> = {},
  account: SimulatedAccount = twilio,
): Promise<SimulatedCall> =>
  placeSimulatedCall(
    account,
    {
      from: freshCaller(),
      to: MAIN,
      caller: { message: 0, keys },
      people: Object.fromEntries(
        [SALES, AUSTIN_BRANCH, DENVER_BRANCH].map((number) => [
          number,
          { does: 'answers', after: 3, talks: 42 } as const,
        ]),
      ),
      ...over,
    },
    { base: `${workerUrl()}/carriers/${account.carrier}/${company.companyId}` },
  );

const recordOf = async ({ callId }: SimulatedCall): Promise<Call> => {
  const { calls } = await answerOf<{ calls: Call[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/calls?limit=200`),
  );
  const found = calls.find(({ carrier_call_id: id }) => id === callId);
  if (found === undefined) throw new Error('There is no such call.');
  return found;
};

const keysOf = ({ menu }: Call): (string | null)[][] =>
  (menu?.pressed ?? []).map(({ menu: name, key, label }) => [name, key, label]);

describe('a call to a menu', () => {
  test.for([[twilioOf], [() => SIGNALWIRE], [() => TELNYX]] as const)(
    'through each carrier rings who the key leads to, and says which key it was',
    async ([account]) => {
      const placed = await call(['1'], {}, account());
      expect(placed.exchanges.every(({ status }) => status === 200)).toBe(true);
      expect(placed.truth.log.slice(0, 2)).toEqual([`says ${MENUS.main.greeting}`, 'presses 1']);
      const record = await recordOf(placed);
      expect(record).toMatchObject({
        outcome: 'answered',
        talk_seconds: 42,
        answered_by: { number: SALES },
        menu: { led_to: 'ring', location_id: null },
      });
      expect(keysOf(record)).toEqual([['Main menu', '1', 'Sales']]);
    },
  );

  test.for([
    [['2', '*'], DENVER_BRANCH, 'location'],
    [['2', '9', '1'], AUSTIN_BRANCH, 'location'],
    [['5', '80202'], DENVER_BRANCH, 'location'],
    [['5', '00000', '78701'], AUSTIN_BRANCH, 'location'],
    [['5', '', '1', '00000'], AUSTIN_BRANCH, 'ring'],
    [['', '7', '#'], AUSTIN_BRANCH, 'ring'],
  ] as const)('with the keys %j rings %s', async ([keys, phone, ledTo]) => {
    const placed = await call(keys);
    const record = await recordOf(placed);

    expect(record).toMatchObject({
      outcome: 'answered',
      answered_by: { number: phone },
      menu: { led_to: ledTo },
    });
    expect(keysOf(record).map(([, key]) => key)).toEqual(keys.filter((key) => key !== ''));
  });

  test('whispers the branch that the caller chose', async () => {
    const { exchanges } = await call(['2', '*']);

    expect(exchanges.find(({ url }) => url.includes('/whisper/'))?.document).toContain(
      '>email, Denver</Say>',
    );
  });

  test('is lost in the menu if the caller hangs up there, and somebody calls back', async () => {
    const placed = await call([], { caller: { message: 0, patience: 4 } });
    const record = await recordOf(placed);

    expect(placed.truth.outcome).toBe('abandoned');
    expect(record).toMatchObject({
      outcome: 'abandoned',
      ring_seconds: 0,
      menu: { pressed: [], led_to: null },
    });
    expect(await remindersOf(record)).toHaveLength(1);
  });

  test('who asked for a message got it: nobody has to call back, unless it is only the default', async () => {
    const asked = await recordOf(await call(['3']));
    const other = await recordOf(await call(['2', '9', '9', '9']));
    const voicemail = await recordOf(await call(['4'], { caller: { message: 20, keys: ['4'] } }));

    expect([asked, other].map(({ outcome, menu }) => [outcome, menu?.led_to])).toEqual([
      ['missed', 'message'],
      ['missed', 'message'],
    ]);
    expect(voicemail).toMatchObject({ outcome: 'voicemail', menu: { led_to: 'voicemail' } });
    expect(await remindersOf(asked)).toHaveLength(0);
    expect(await remindersOf(other)).toHaveLength(1);
    expect(await remindersOf(voicemail)).toHaveLength(1);
  });

  test('has its keys on the lead’s timeline, in one event', async () => {
    const record = await recordOf(await call(['2', '1']));
    const path = `${company.path}/leads/${record.lead_id}/events?size=100`;
    const { events } = await answerOf<{ events: { type: string; data: Record<string, unknown> }[] }>(
      await sendAs(company.superadmin, 'GET', path),
    );

    const shown = events.filter(({ type }) => type === 'call');
    expect(shown).toHaveLength(1);
    expect(shown[0]?.data).toMatchObject({
      menu: {
        pressed: [
          { menu: 'Main menu', key: '2', label: 'Branches' },
          { menu: 'Branches', key: '1', label: 'Austin' },
        ],
        led_to: 'location',
        location_id: 'austin',
      },
    });
  });

  test('takes no key without a signature', async () => {
    const path = `/carriers/twilio/${company.companyId}/call/CA1/menu/0.main`;
    const body = new URLSearchParams({ CallSid: 'CA1', To: MAIN, From: freshCaller(), Digits: '1' });

    expect((await problemOf(await send(path, { method: 'POST', body }))).code).toBe('invalid_signature');
  });
});

function twilioOf(): SimulatedAccount {
  return twilio;
}

async function remindersOf({ lead_id: leadId }: Call): Promise<unknown[]> {
  const path = `${company.path}/leads/${leadId}/events?size=100`;
  const { events } = await answerOf<{ events: { type: string }[] }>(
    await sendAs(company.superadmin, 'GET', path),
  );
  return events.filter(({ type }) => type === 'reminder');
}

describe('the branch that a caller chose', () => {
  /** A company whose branches each have a user who takes leads, in a group of their own. */
  async function twoBranches(): Promise<{ owner: (lead: Lead) => string | undefined; there: CallCompany }> {
    const there = await makeCallCompany({
      numbers: { [MAIN]: { menu: 'main' } },
      menus: MENUS,
    });
    const { superadmin, path, companyId } = there;
    const first = { id: superadmin.groupId, label: 'Texas', deletable: false };
    const [texas, colorado] = await answerOf<{ id: string }[]>(
      await sendAs(superadmin, 'PUT', `${path}/lead_settings/groups`, [first, { label: 'Colorado' }]),
    );
    const [amy, dan] = await Promise.all(
      [texas, colorado].map((group) =>
        makeUser(superadmin, path, { group_id: group?.id, auto_assignable: true }),
      ),
    );
    const settings = branches(amy?.userId ?? '') as { locations: object[] };
    settings.locations[1] = { ...settings.locations[1], users: [dan?.userId] };
    const saved = await putSettings(companyId, { ...settings, default_location_id: 'austin' });
    if (saved.status !== 200) throw new Error(await saved.text());
    const names = new Map([
      [`${amy?.userId} ${texas?.id}`, 'austin'],
      [`${dan?.userId} ${colorado?.id}`, 'denver'],
    ]);
    return { there, owner: (lead) => names.get(`${lead.assigned_to?.id} ${lead.lead_group}`) };
  }

  interface Lead {
    assigned_to: { id: string } | null;
    lead_group: string;
  }

  test('answers for the call and gets the new lead; who hangs up in the menu is of the number called', async () => {
    const { there, owner } = await twoBranches();
    const account = { carrier: 'twilio', accountId: there.accountId, secret: there.authToken } as const;
    const base = `${workerUrl()}/carriers/twilio/${there.companyId}`;
    const outcomes: unknown[] = [];
    for (const keys of [['2', '*'], ['5', '80202'], ['2', '1'], ['1'], []]) {
      const caller = keys.length === 0 ? { message: 0, patience: 4 } : { message: 0, keys };
      const script = { from: freshCaller(), to: MAIN, caller, people: {} };
      const { callId } = await placeSimulatedCall(account, script, { base });
      const listed = await sendAs(there.superadmin, 'GET', `${there.path}/calls?limit=200`);
      const { calls } = await answerOf<{ calls: Call[] }>(listed);
      const record = calls.find(({ carrier_call_id: id }) => id === callId);
      const lead = await sendAs(there.superadmin, 'GET', `${there.path}/leads/${record?.lead_id}`);
      outcomes.push([record?.['location_id'], owner(await answerOf<Lead>(lead))]);
    }
    const query = 'location_id=denver&limit=200';
    const atDenver = await sendAs(there.superadmin, 'GET', `${there.path}/calls?${query}`);

    expect(outcomes).toEqual([
      ['denver', 'denver'],
      ['denver', 'denver'],
      ['austin', 'austin'],
      [null, 'austin'],
      [null, 'austin'],
    ]);
    expect((await answerOf<{ calls: Call[] }>(atDenver)).calls).toHaveLength(2);
  });
});

test('reports count the keys and the calls lost in a menu, and each figure lists its calls', async () => {
  const there = await makeCallCompany({ numbers: { [MAIN]: { menu: 'main' } }, menus: MENUS });
  const account = { carrier: 'twilio', accountId: there.accountId, secret: there.authToken } as const;
  const base = `${workerUrl()}/carriers/twilio/${there.companyId}`;
  for (const keys of [['1'], ['1'], ['2', '9', '1'], ['5', '80202'], []]) {
    const caller = keys.length === 0 ? { message: 0, patience: 4 } : { message: 0, keys };
    await placeSimulatedCall(account, { from: freshCaller(), to: MAIN, caller, people: {} }, { base });
  }
  await placeSimulatedCall(
    account,
    { from: freshCaller(), to: AUSTIN, caller: { message: 0, patience: 4 }, people: {} },
    { base },
  );
  const listed = async (link: string): Promise<number> => {
    const response = await sendAs(there.superadmin, 'GET', `${there.path}/reports/calls?${link}`);
    return (await answerOf<{ calls: unknown[] }>(response)).calls.length;
  };
  const [from, to] = [-1, 1].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  );
  const question = `metrics=calls,lost_in_menu&by=menu_key&from=${from}&to=${to}&compare=none`;
  const { rows, totals } = await askReport(there, question);
  const counted = rows.map(({ by: [key], values }) => [key?.value, values['calls'], values['lost_in_menu']]);
  const lists = await Promise.all(
    rows.map(async ({ by: [key], link }) => [
      key?.value,
      await listed(link),
      await listed(`${link}&only=lost_in_menu`),
    ]),
  );
  const file = await sendAs(there.superadmin, 'GET', `${there.path}/reports/query?${question}&format=csv`);

  expect(new Set(counted)).toEqual(
    new Set([
      [null, 1, 0],
      ['Main menu: 1 (Sales)', 2, 0],
      ['Main menu: 2 (Branches), then 1 (Austin)', 1, 0],
      ['Main menu: 5 (Closest branch), then a postal code', 1, 0],
      ['No key', 1, 1],
    ]),
  );
  expect(lists).toEqual(counted);
  expect(totals).toEqual({ calls: 6, lost_in_menu: 1 });
  expect((await file.text()).split('\r\n').slice(0, 2)).toEqual([
    'Keys in the menu,Calls,Lost in the menu',
    'Main menu: 1 (Sales),2,0',
  ]);
});

test('the preview says which key leads where, and a number with a menu is not silent', async () => {
  const query = new URLSearchParams({ number: MAIN });
  const preview = await answerOf<Record<string, unknown> & { steps: { step: string; detail: string }[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/calls/preview?${query}`),
  );
  const silent = await answerOf<{ silent: { numbers: string[] }[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/calls/silent`),
  );

  expect(preview).toMatchObject({ menu_id: 'main', rings: [], first: ['gather', 'redirect'] });
  expect(preview.steps.filter(({ step }) => step === 'menu').map(({ detail }) => detail)).toEqual([
    `Key 1 (Sales): ${SALES} rings at Austin.`,
    `Key 2, then key 1 (Austin): ${AUSTIN_BRANCH} rings at Austin.`,
    `Key 2, then key *: ${DENVER_BRANCH} rings at Denver.`,
    'Key 2, then no key, or a wrong one: “Goodbye.” is spoken.',
    'Key 3 (Hours): “We are open from nine to five.” is spoken.',
    'Key 4: voicemail at Austin.',
    'Key 5 (Closest branch): the location closest to the postal code.',
    `No key, or a wrong one: ${AUSTIN_BRANCH} rings at Austin.`,
  ]);
  expect(silent.silent.flatMap(({ numbers }) => numbers)).not.toContain(MAIN);
});

describe('menus are refused', () => {
  const withKeys = (keys: object, more: object = {}): object => ({
    menus: { main: { ...MENUS.main, keys, ...more }, branches: MENUS.branches },
  });

  test.for([
    ['a menu that does not exist', withKeys({ '1': { menu_id: 'gone' } }), '/menus/main/keys/1/menu_id'],
    ['a menu that leads back', withKeys({ '*': { menu_id: 'main' } }), '/menus/main/keys/*/menu_id'],
    [
      'a default that leads back',
      withKeys({ '1': { voicemail: true } }, { default: { menu_id: 'main' } }),
      '/menus/main/default/menu_id',
    ],
    ['an unknown location', withKeys({ '2': { location_id: 'paris' } }), '/menus/main/keys/2/location_id'],
    [
      'a tracking number',
      withKeys({ '3': { ring: [{ number: AUSTIN }] } }),
      '/menus/main/keys/3/ring/0/number',
    ],
    ['no keys', withKeys({}), '/menus/main/keys'],
    ['another key', withKeys({ A: { voicemail: true } }), '/menus/main/keys/A'],
    [
      'a postal code by default',
      withKeys({ '1': { voicemail: true } }, { default: { postal_code: 'Key it in.' } }),
      '/menus/main/default',
    ],
    [
      'a number’s menu that does not exist',
      { numbers: { [MAIN]: { menu: 'gone' } } },
      `/numbers/${MAIN}/menu`,
    ],
    [
      'another menu while closed that does not exist',
      withKeys({ '1': { voicemail: true } }, { closed_menu: 'gone' }),
      '/menus/main/closed_menu',
    ],
  ] as const)('with %s, at the key', async ([, settings, pointer]) => {
    const problem = await problemOf(await put(settings));

    expect(problem.errors?.map((fault) => fault.pointer)).toEqual([pointer]);
  });

  test('that are four deep, at the third one’s key', async () => {
    const menu = (next: object): object => ({ ...MENUS.branches, keys: { '1': next } });
    const problem = await problemOf(
      await put({
        menus: {
          a: menu({ menu_id: 'b' }),
          b: menu({ menu_id: 'c' }),
          c: menu({ menu_id: 'd' }),
          d: menu({ voicemail: true }),
        },
      }),
    );

    expect(problem.errors).toMatchObject([{ pointer: '/menus/c/keys/1/menu_id' }]);
    expect(problem.errors?.[0]?.detail).toContain('would be the fourth in a row');
  });
});
