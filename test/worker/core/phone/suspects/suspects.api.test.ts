/** First callers who are likely spam: who has to press 1, who gets through, and what is kept of the others. */
import { beforeAll, describe, expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import type { ScriptedCaller } from '../../../../harness/carrier/phone-call.ts';
import { placeSimulatedCall, type SimulatedCall } from '../../../../harness/carrier/simulated-carrier.ts';
import { sendAs } from '../../../../harness/client.ts';
import { createLead } from '../../../../harness/leads.ts';
import { workerUrl } from '../../../../harness/worker-url.ts';
import {
  AUSTIN,
  AUSTIN_BRANCH,
  type CallCompany,
  freshCaller,
  makeCallCompany,
} from '../calls/call-company.ts';

const MENU_NUMBER = '+18005550111';
const SALES = '+15125550177';
/** No carrier vouches for the number. */
const LOW = 'TN-Validation-Passed-C';
const FAKED = 'TN-Validation-Failed-A';
const PROMPT = 'Please press 1 to be connected.';

interface Call {
  carrier_call_id: string;
  call_id: string;
  outcome: string | null;
  lead_id: string | null;
  spam: { score?: number; reasons: string[]; treatment?: string };
}

let company: CallCompany;
beforeAll(async () => {
  company = await makeCallCompany({
    defaults: { suspects: 'press_1', order: 'in_turn' },
    numbers: {
      [MENU_NUMBER]: { menu: 'main' },
      '+13035550101': { suspects: 'voicemail' },
    },
    menus: {
      main: {
        name: 'Main',
        greeting: 'For sales press 2.',
        keys: { '2': { label: 'Sales', ring: [{ number: SALES }] } },
        default: { ring: 'location' },
      },
    },
  });
});

let neighbors = 9_000;
/** A number that nobody called from, which differs from Austin's in the last four digits. */
function neighbor(): string {
  neighbors += 1;
  return `+1512555${neighbors}`;
}

interface Calling {
  from?: string;
  to?: string;
  verstat?: string;
  caller?: Partial<ScriptedCaller>;
  /** Whether anybody answers. */
  isAnswered?: boolean;
}

const call = ({
  from = neighbor(),
  to = AUSTIN,
  verstat,
  caller = {},
  isAnswered = true,
}: Calling = {}): Promise<SimulatedCall> =>
  placeSimulatedCall(
    { carrier: 'twilio', accountId: company.accountId, secret: company.authToken },
    {
      from,
      to,
      ...(verstat === undefined ? {} : { verstat }),
      caller: { message: 0, keys: [], ...caller },
      people: Object.fromEntries(
        (isAnswered ? [SALES, AUSTIN_BRANCH] : []).map((phone) => [
          phone,
          { does: 'answers', after: 3, talks: 42 } as const,
        ]),
      ),
    },
    { base: `${workerUrl()}/carriers/twilio/${company.companyId}` },
  );

async function recordOf({ callId }: SimulatedCall): Promise<Call> {
  const listed = await sendAs(company.superadmin, 'GET', `${company.path}/calls?limit=200`);
  const { calls } = await answerOf<{ calls: Call[] }>(listed);
  const found = calls.find(({ carrier_call_id: id }) => id === callId);
  if (found === undefined) throw new Error('There is no such call.');
  return found;
}

async function remindersOf(leadId: string | null): Promise<unknown[]> {
  const path = `${company.path}/leads/${leadId}/events?size=100`;
  const { events } = await answerOf<{ events: { type: string }[] }>(
    await sendAs(company.superadmin, 'GET', path),
  );
  return events.filter(({ type }) => type === 'reminder');
}

describe('a first caller with several signs of spam', () => {
  test('who presses nothing is asked three times, rings nobody, makes no lead, and is told to nobody', async () => {
    const placed = await call({ verstat: LOW });
    const record = await recordOf(placed);

    expect(placed.truth.log).toEqual([
      `says ${PROMPT}`,
      `says ${PROMPT}`,
      `says ${PROMPT}`,
      expect.stringMatching(/^says Nobody can take your call/),
    ]);
    expect(record).toMatchObject({
      outcome: 'blocked',
      lead_id: null,
      spam: { score: 2, reasons: ['low_attestation', 'neighbor_number'], treatment: 'press_1' },
    });
  });

  test('who hangs up meanwhile is turned away, too', async () => {
    const record = await recordOf(await call({ verstat: LOW, caller: { patience: 4 } }));

    expect(record).toMatchObject({ outcome: 'blocked', lead_id: null });
  });

  test('who presses 1 rings the branch and becomes a lead, and is never asked again', async () => {
    const from = neighbor();
    const first = await call({ from, verstat: LOW, caller: { keys: ['1'] } });
    const record = await recordOf(first);
    const again = await recordOf(await call({ from, verstat: FAKED }));

    expect(first.truth.log.slice(0, 2)).toEqual([`says ${PROMPT}`, 'presses 1']);
    expect(record).toMatchObject({
      outcome: 'answered',
      answered_by: { number: AUSTIN_BRANCH },
      lead_id: expect.any(String),
      menu: { pressed: [{ menu: 'Likely spam', key: '1', label: 'A person' }], led_to: 'ring' },
    });
    expect(again).toMatchObject({
      outcome: 'answered',
      lead_id: record.lead_id,
      spam: { reasons: [] },
    });
    const lead = await sendAs(company.superadmin, 'GET', `${company.path}/leads/${record.lead_id}`);
    expect(await answerOf(lead)).toMatchObject({ source_tags: ['paid_search'] });
  });

  test('who presses 1 comes to the menu of the number', async () => {
    const placed = await call({ to: MENU_NUMBER, verstat: FAKED, caller: { keys: ['1', '2'] } });

    expect(await recordOf(placed)).toMatchObject({
      outcome: 'answered',
      answered_by: { number: SALES },
      lead_id: expect.any(String),
      menu: { pressed: [{ key: '1' }, { menu: 'Main', key: '2' }] },
    });
  });

  test('gets the voicemail where the rules say so: who leaves a message becomes a lead', async () => {
    const silent = await recordOf(await call({ to: '+13035550101', verstat: FAKED }));
    const heard = await recordOf(await call({ to: '+13035550101', verstat: FAKED, caller: { message: 20 } }));

    expect(silent).toMatchObject({ outcome: 'blocked', lead_id: null, spam: { treatment: 'voicemail' } });
    expect(heard).toMatchObject({ outcome: 'voicemail', lead_id: expect.any(String) });
    expect(await remindersOf(heard.lead_id)).toHaveLength(1);
  });

  test('who calls several numbers one after the other is asked at the third', async () => {
    const from = freshCaller();
    const found = [];
    for (const to of ['+15125550101', AUSTIN, MENU_NUMBER]) {
      const { spam, outcome } = await recordOf(await call({ from, to, isAnswered: false }));
      found.push([outcome, spam.reasons]);
    }

    expect(found).toEqual([
      ['missed', []],
      ['missed', []],
      ['blocked', expect.arrayContaining(['many_numbers'])],
    ]);
  });
});

describe('a caller', () => {
  test.for([
    ['with a single sign', { verstat: 'TN-Validation-Passed-A' }],
    ['whose number is vouched for', { from: '+12065550177', verstat: LOW }],
  ] as const)('%s rings at once', async ([, calling]) => {
    expect(await recordOf(await call(calling))).toMatchObject({
      outcome: 'answered',
      spam: { reasons: [] },
    });
  });

  test('who is a lead rings at once', async () => {
    const from = neighbor();
    await createLead({ user: company.superadmin, path: company.path }, { phone: from });

    expect(await recordOf(await call({ from, verstat: FAKED }))).toMatchObject({ outcome: 'answered' });
  });

  test('who was turned away was a person: they become a lead to call back, and ring at once', async () => {
    const from = neighbor();
    const turned = await recordOf(await call({ from, verstat: LOW }));
    const path = `${company.path}/calls/${turned.call_id}/modify`;
    for (const _ of ['once', 'twice'])
      await answerOf(await sendAs(company.superadmin, 'POST', path, { lead_status: 'good' }));
    const [person, again] = [
      await answerOf<Call>(
        await sendAs(company.superadmin, 'GET', `${company.path}/calls/${turned.call_id}`),
      ),
      await recordOf(await call({ from, verstat: LOW })),
    ];

    expect(person).toMatchObject({ outcome: 'missed', lead_id: expect.any(String), lead_status: 'good' });
    expect(again).toMatchObject({ outcome: 'answered', lead_id: person.lead_id });
  });

  test('of a company that did not ask for it rings at once', async () => {
    const plain = await makeCallCompany();
    const before = company;
    company = plain;
    try {
      expect(await recordOf(await call({ verstat: FAKED }))).toMatchObject({ outcome: 'answered' });
    } finally {
      company = before;
    }
  });
});
