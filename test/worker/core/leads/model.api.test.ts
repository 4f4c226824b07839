import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../harness/builders.ts';
import { runBulk, undoBulk } from '../../../harness/bulk.ts';
import { type ProblemBody } from '../../../harness/client.ts';
import { getEvents, getLead, type LeadClient, sendLead } from '../../../harness/leads.ts';
import { type Expected, type RefInput, type RefLead, Reference } from './reference.ts';

/** Sequences in a run. All are in one company, each with identifiers of its own. */
const RUNS = 25;
const LONGEST_SEQUENCE = 25;
const STATES = ['open', 'contacted', 'qualified'];
const MEMBERS = ['name', 'emails', 'phones', 'source_tags', 'tags', 'state', 'assigned_to'];

let company: PeopledCompany;
let client: LeadClient;
let lastRun = 0;

beforeAll(async () => {
  company = await makeCompanyWithUsers();
  client = { user: company.superadmin, path: company.path };
});

/** One step: the request, and its effect on the reference. Leads are named by their place in the sequence. */
type Step =
  | { verb: 'create' | 'upsert'; input: RefInput }
  | { verb: 'modify'; lead: number; input: RefInput }
  | { verb: 'assign' | 'unassign'; lead: number; user: number }
  | { verb: 'state'; lead: number; state: string }
  | { verb: 'note' | 'remove' | 'restore' | 'erase'; lead: number }
  | { verb: 'merge'; lead: number; other: number; retain: string[]; unite: string[] }
  | { verb: 'unmerge'; lead: number; other: number }
  | { verb: 'batch'; operations: BatchStep[] }
  /** Moves all leads to a state, and perhaps back. */
  | { verb: 'bulk'; state: string; isTakenBack: boolean };

type BatchStep = { op: 'create' | 'upsert' | 'modify'; lead: number; input: RefInput };

const place = fc.nat({ max: 7 });
const inputOf = (clearable: boolean): fc.Arbitrary<RefInput> =>
  fc.record(
    {
      name: fc.constantFrom('Ann', 'Bob', clearable ? null : 'Cy'),
      email: fc.constantFrom('a', 'b', 'B', 'c', ...(clearable ? [null] : ['d'])),
      phone: fc.constantFrom('1', '2', '3', ...(clearable ? [null] : ['4'])),
      source_tags: fc.uniqueArray(fc.constantFrom('web', 'ads', 'mail'), { maxLength: 2 }),
      tags: fc.uniqueArray(fc.constantFrom('vip', 'cold', 'ads'), { maxLength: 2 }),
    },
    { requiredKeys: [] },
  );
const operation: fc.Arbitrary<BatchStep> = fc.record({
  op: fc.constantFrom('create' as const, 'upsert' as const, 'modify' as const),
  lead: place,
  input: inputOf(false),
});
const some = fc.subarray(MEMBERS, { maxLength: 3 });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ verb: fc.constant('create' as const), input: inputOf(false) }) },
  { weight: 3, arbitrary: fc.record({ verb: fc.constant('upsert' as const), input: inputOf(false) }) },
  {
    weight: 3,
    arbitrary: fc.record({ verb: fc.constant('modify' as const), lead: place, input: inputOf(true) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      verb: fc.constantFrom('assign' as const, 'unassign' as const),
      lead: place,
      user: fc.nat({ max: 1 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      verb: fc.constant('state' as const),
      lead: place,
      state: fc.constantFrom(...STATES),
    }),
  },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('note' as const), lead: place }) },
  {
    weight: 2,
    arbitrary: fc.record({
      verb: fc.constant('batch' as const),
      operations: fc.array(operation, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      verb: fc.constant('bulk' as const),
      state: fc.constantFrom(...STATES),
      isTakenBack: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('remove' as const), lead: place }) },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('restore' as const), lead: place }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('erase' as const), lead: place }) },
  {
    weight: 4,
    arbitrary: fc.record({
      verb: fc.constant('merge' as const),
      lead: place,
      other: place,
      retain: some,
      unite: fc.subarray(['emails', 'phones', 'source_tags', 'tags', 'name'], { maxLength: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ verb: fc.constant('unmerge' as const), lead: place, other: place }),
  },
);

test('the product and the reference agree on every answer, lead and timeline', async () => {
  const comparison = fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: LONGEST_SEQUENCE }), async (steps) => {
      lastRun += 1;
      const reference = new Reference();
      for (const each of steps) await takeStep(reference, each, lastRun);
      await Promise.all(reference.leads.map((lead) => compareLead(reference, lead)));
      await compareLists(reference);
    }),
    { numRuns: RUNS, seed: 20_261_121, endOnFailure: true },
  );
  await expect(comparison).resolves.toBeUndefined();
}, 120_000);

async function takeStep(reference: Reference, step: Step, run: number): Promise<void> {
  const leadOf = (index: number): RefLead | undefined => reference.leads[index % reference.leads.length];
  switch (step.verb) {
    case 'create':
    case 'upsert': {
      const input = ofRun(step.input, run);
      return compareAnswer(`/${step.verb}`, input, reference[step.verb](input));
    }
    case 'batch':
      return compareBatch(reference, step.operations, run);
    case 'bulk':
      return compareBulk(reference, step);
    default:
  }
  const lead = leadOf(step.lead);
  if (lead === undefined) return undefined;
  const path = `/${lead.id}`;
  if ('other' in step) return compareMerge(reference, lead, { ...step, other: leadOf(step.other)! });
  switch (step.verb) {
    case 'modify': {
      const input = ofRun(step.input, run);
      return compareAnswer(`${path}/modify`, input, reference.modify(lead, input));
    }
    case 'assign':
    case 'unassign':
      return compareOwner(reference, lead, step);
    case 'state': {
      const expected = reference.changeState(lead, step.state);
      return compareAnswer(`${path}/change_state`, { state: step.state }, expected);
    }
    default:
      return compareAnswer(`${path}/${step.verb}`, { message: 'Noted' }, reference[step.verb](lead));
  }
}

type MergeStep = Extract<Step, { other: number }>;

async function compareMerge(
  reference: Reference,
  lead: RefLead,
  step: Omit<MergeStep, 'other'> & { other: RefLead },
): Promise<void> {
  const path = `/${lead.id}/${step.verb}`;
  if (!('unite' in step)) {
    return compareAnswer(path, { lead_id: step.other.id }, reference.unmerge(lead, step.other));
  }
  const {
    other,
    unite: wished,
    retain: kept,
  } = step as Extract<MergeStep, { verb: 'merge' }> & { other: RefLead };
  // One fault at a time: the reference does not know which of several faults comes first.
  const unite = wished.includes('name') ? ['name'] : wished;
  const retain = kept.filter((name) => name !== 'name' || !unite.includes(name));
  const body = { with: other.id, retain_fields: retain, merge_fields: unite.join(',') };
  return compareAnswer(path, body, reference.merge(lead, other, retain, unite));
}

async function compareBatch(reference: Reference, steps: readonly BatchStep[], run: number): Promise<void> {
  // A lead that a batch creates has no name yet that a later operation of the batch could use.
  const known = [...reference.leads];
  const sent = steps.filter(({ op }) => op !== 'modify' || known.length > 0);
  const operations: object[] = [];
  const expected: Expected[] = [];
  for (const { op, lead: index, input } of sent) {
    const lead = ofRun(input, run);
    const target = known[index % known.length];
    operations.push({ op, lead, ...(op === 'modify' ? { lead_id: target!.id } : {}) });
    expected.push(op === 'modify' ? reference.modify(target!, lead) : reference[op](lead));
  }
  if (operations.length === 0) return;
  const { results } = await answerOf<{
    results: { status: number; body?: { lead_ids: [string] }; problem?: ProblemBody }[];
  }>(await sendLead(client, 'POST', '/batch', { operations }));
  results.forEach(({ status, body, problem }, index) => {
    const { lead, ...answer } = expected[index]!;
    expect({ status, code: problem?.code }).toEqual({ code: undefined, ...answer });
    if (lead?.id === '') lead.id = body?.lead_ids[0] ?? '';
    if (body !== undefined) expect(body.lead_ids[0]).toBe(lead?.id);
  });
}

async function compareBulk(
  reference: Reference,
  { state, isTakenBack }: Extract<Step, { verb: 'bulk' }>,
): Promise<void> {
  if (reference.leads.length === 0) return;
  const leads = reference.leads.map((lead) => ({ lead, former: lead.members.state }));
  const done = await runBulk(client, {
    action: 'change_state',
    state,
    lead_ids: leads.map(({ lead }) => lead.id),
  });
  const expected = leads.map(({ lead, former }) => {
    const { code } = reference.changeState(lead, state);
    if (code !== undefined) return { lead_id: lead.id, status: 'failed', code };
    return { lead_id: lead.id, status: former === state ? 'unchanged' : 'changed' };
  });
  expect(done.rows).toEqual(expected);
  if (!isTakenBack) return;
  const changed = leads.filter((_, index) => expected[index]!.status === 'changed');
  for (const { lead, former } of changed) reference.changeState(lead, former);
  expect(await undoBulk(client, done.bulk_id)).toMatchObject({ undone: changed.length, kept: 0 });
}

async function compareOwner(
  reference: Reference,
  lead: RefLead,
  { verb, user: index }: { verb: 'assign' | 'unassign'; user: number },
): Promise<void> {
  const user = [company.agent, company.colleague][index]!;
  const body = verb === 'assign' ? { to_user_email: user.email } : { from_user_email: user.email };
  return compareAnswer(`/${lead.id}/${verb}`, body, reference[verb](lead, user.userId));
}

async function compareAnswer(path: string, body: unknown, expected: Expected): Promise<void> {
  const response = await sendLead(client, 'POST', path, body);
  const text = await response.text();
  const answer = (text === '' ? {} : JSON.parse(text)) as Partial<ProblemBody>;
  expect([response.status, answer.code], `${path} ${JSON.stringify(body)}`).toEqual([
    expected.status,
    expected.code,
  ]);
  const ids = answer['lead_ids'] as string[] | undefined;
  if (expected.lead?.id === '') expected.lead.id = ids?.[0] ?? '';
  const named = (answer['merged_lead_id'] ?? ids?.[0]) as string | undefined;
  if (expected.lead !== undefined && named !== undefined) expect(named).toBe(expected.lead.id);
}

async function compareLead(reference: Reference, lead: RefLead): Promise<void> {
  const living = reference.survivor(lead);
  if (living.gone !== 'no') return compareGone(lead);
  const [view, events] = await Promise.all([getLead(client, lead.id), getEvents(client, lead.id)]);
  const { members } = living;
  expect({
    lead_id: view.lead_id,
    name: view.name,
    emails: view.emails.map(({ type, email }) => ({ type, value: email })),
    phones: view.phones.map(({ type, phone }) => ({ type, value: phone })),
    source_tags: view.source_tags,
    tags: view.tags ?? [],
    state: view.state,
    assigned_to: view.assigned_to?.id,
  }).toEqual({ lead_id: living.id, ...members });
  const summary = (type: string, id: string | undefined): string => `${type} from ${id ?? 'itself'}`;
  expect(events.map(({ type, data }) => summary(type, data['merged_from_lead_id'] as string)).sort()).toEqual(
    living.events.map(({ type, origin }) => summary(type, origin === living ? undefined : origin.id)).sort(),
  );
  expect(view.last_event_time).toBe(Date.parse(events[0]?.data.event_time ?? ''));
}

async function compareGone(lead: RefLead): Promise<void> {
  const paths = ['', '/events'].map((path) => `/${lead.id}${path}`);
  const answers = await Promise.all(paths.map((path) => sendLead(client, 'GET', path)));
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
}

async function compareLists(reference: Reference): Promise<void> {
  const ids = JSON.stringify(reference.leads.map(({ id }) => id));
  const response = await sendLead(client, 'GET', `/search/ids?ids=${encodeURIComponent(ids)}`);
  const found = await answerOf<{ lead_id: string; allow_unmerge: boolean }[]>(response);
  const present = reference.leads.filter((lead) => !reference.isGone(lead));
  const expected = new Set(present.map((lead) => reference.survivor(lead)));
  expect(found.map(({ lead_id, allow_unmerge }) => [lead_id, allow_unmerge])).toEqual(
    [...expected].map((lead) => [lead.id, lead.snapshots.size > 0]),
  );
}

/** The input with identifiers of this run, so that runs in one company do not affect each other. */
function ofRun(input: RefInput, run: number): RefInput {
  return {
    ...input,
    ...(input.email ? { email: `${input.email}.${run}@model.example` } : {}),
    ...(input.phone ? { phone: `+1${5_120_000_000 + run * 10 + Number(input.phone)}` } : {}),
  };
}
