/** Reports of another phone system on its calls: while they go on, in any order, and with impossible times. */
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../../harness/client.ts';
import { AUSTIN, type CallCompany, freshCaller, makeCallCompany } from './call-company.ts';

const START = '2026-03-02T16:00:00Z';

let company: CallCompany;
let calls = 0;
beforeAll(async () => {
  company = await makeCallCompany();
});

const send = (body: Record<string, unknown>): Promise<Response> =>
  sendAs(company.superadmin, 'POST', `${company.path}/calls`, { number: AUSTIN, started_at: START, ...body });

const report = async (body: Record<string, unknown>): Promise<Record<string, unknown>> =>
  answerOf(await send(body));

function freshId(): string {
  calls += 1;
  return `pbx-${calls}`;
}

describe('outcome null', () => {
  test('is a call in progress, until its end is reported', async () => {
    const reported = { carrier_call_id: freshId(), from: freshCaller() };
    const ringing = await report({ ...reported, outcome: null });
    const talking = await report({ ...reported, outcome: null, answered_at: '2026-03-02T16:00:08Z' });
    const over = await report({ ...reported, outcome: 'answered', talk_seconds: 95 });

    expect(ringing).toMatchObject({ outcome: null, ended_at: null, answered_at: null });
    expect(talking).toMatchObject({ outcome: null, ended_at: null, answered_at: '2026-03-02T16:00:08.000Z' });
    expect(over).toMatchObject({
      outcome: 'answered',
      ended_at: '2026-03-02T16:01:43.000Z',
      talk_seconds: 95,
    });
    // A late report does not reopen it.
    expect(await report({ ...reported, outcome: null })).toMatchObject({
      outcome: 'answered',
      talk_seconds: 95,
    });
  });

  test('ends with an end time, or when the next report leaves the outcome out', async () => {
    const first = { carrier_call_id: freshId(), outcome: null };
    await report(first);
    const second = { carrier_call_id: freshId(), outcome: null };
    await report(second);

    expect(await report({ ...first, ended_at: '2026-03-02T16:00:20Z' })).toMatchObject({ outcome: 'missed' });
    const { outcome: _, ...without } = second;
    expect(await report(without)).toMatchObject({ outcome: 'missed', ended_at: '2026-03-02T16:00:00.000Z' });
  });

  test('is in the list of calls in progress, and nobody is reminded', async () => {
    const carrierCallId = freshId();
    const { lead_id: lead } = await report({
      carrier_call_id: carrierCallId,
      from: freshCaller(),
      outcome: null,
    });

    const list = `${company.path}/calls?outcome=in_progress`;
    const { calls } = await answerOf<{ calls: { carrier_call_id: string }[] }>(
      await sendAs(company.superadmin, 'GET', list),
    );
    expect(calls.map(({ carrier_call_id: id }) => id)).toContain(carrierCallId);
    const { events } = await answerOf<{ events: { type: string }[] }>(
      await sendAs(company.superadmin, 'GET', `${company.path}/leads/${String(lead)}/events`),
    );
    expect(events.map(({ type }) => type).toSorted()).toEqual(['call', 'lead_created']);
  });
});

test('in whatever order calls are reported, each counts the calls before it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { minLength: 2, maxLength: 8 }),
      async (minutes) => {
        const from = freshCaller();
        for (const minute of minutes) {
          const started = `2026-03-02T15:${String(minute).padStart(2, '0')}:00Z`;
          await report({ carrier_call_id: freshId(), from, started_at: started });
        }
        const { calls: found } = await answerOf<{ calls: Record<string, unknown>[] }>(
          await sendAs(company.superadmin, 'GET', `${company.path}/calls?limit=200`),
        );
        const counts = found.filter((call) => call['from'] === from).toReversed();
        expect(counts.map((call) => call['prior_calls'])).toEqual(minutes.map((_, index) => index));
        expect(counts.map((call) => call['first_time'])).toEqual(minutes.map((_, index) => index === 0));
      },
    ),
    { numRuns: 10 },
  );
});

test.for([
  ['Ann Lee', 'Ann Lee'],
  ['  李 ', '李'],
  ['Unknown', null],
  ['WIRELESS CALLER', null],
  ['anonymous', null],
  ['Wirelessly Yours', 'Wirelessly Yours'],
  ['(512) 555-0100', null],
  ['---', null],
])('a caller whose name is told as %j makes a lead with the name %j', async ([told, name]) => {
  const call = await report({ carrier_call_id: freshId(), from: freshCaller(), caller_name: told });

  expect(call).toMatchObject({ lead_id: expect.any(String) as unknown, lead_name: name });
});

test('a call that another system has blocked makes no lead', async () => {
  expect(await report({ carrier_call_id: freshId(), from: freshCaller(), outcome: 'blocked' })).toMatchObject(
    {
      outcome: 'blocked',
      lead_id: null,
    },
  );
});

test.for([
  [{ ended_at: '2026-03-02T15:59:59Z' }, '/ended_at'],
  [{ answered_at: '2026-03-02T15:59:00Z' }, '/answered_at'],
  [{ answered_at: '2026-03-02T16:00:08Z', ended_at: '2026-03-02T16:00:07Z' }, '/ended_at'],
] as const)('times in the wrong order are refused: %o', async ([times, pointer]) => {
  const carrierCallId = freshId();
  const refused = await send({ carrier_call_id: carrierCallId, ...times });

  expect(refused.status).toBe(400);
  expect((await problemOf(refused)).errors).toMatchObject([{ pointer }]);
  // Nor are they accepted in separate reports.
  await report({ carrier_call_id: carrierCallId, answered_at: '2026-03-02T16:00:08Z' });
  expect((await send({ carrier_call_id: carrierCallId, ended_at: '2026-03-02T15:00:00Z' })).status).toBe(400);
});

test('an end in the same second as the start is not before it', async () => {
  const reported = { started_at: '2026-03-02T16:00:00.700Z', ended_at: '2026-03-02T16:00:00Z' };
  expect(await report({ carrier_call_id: freshId(), ...reported })).toMatchObject({
    started_at: '2026-03-02T16:00:00.700Z',
    ended_at: '2026-03-02T16:00:00.700Z',
  });
});
