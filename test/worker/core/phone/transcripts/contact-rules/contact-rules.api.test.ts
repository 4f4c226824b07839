/** Rules on calls: kept by super admins, run when a call ends, when its visit is found and when its words come, tried before. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { answerOf, makeUser } from '../../../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../../../harness/client.ts';
import { AUSTIN, freshCaller } from '../../calls/call-company.ts';
import { PATIENCE, PLUMBER, tap, TARGET, view } from '../../calls/visiting.ts';
import { BOOKED, type Call, RuledCompany, said, type Segment, TALK, usd } from './ruled-company.ts';

describe('the rules of a company', () => {
  test('are a list with versions, which super admins replace as a whole', async () => {
    const ruled = await RuledCompany.make();
    const first = await ruled.put([BOOKED, { ...BOOKED, name: 'Another' }]);
    const rules = await answerOf<Record<string, unknown>[]>(first);
    expect(rules).toMatchObject([
      { ...BOOKED, version: 1 },
      { name: 'Another', version: 1 },
    ]);

    const [booked, other] = rules as [Record<string, unknown>, Record<string, unknown>];
    const changed = { ...other, then: { tags: ['else'] }, version: 7 };
    const second = await answerOf<unknown[]>(await ruled.put([changed, { ...booked, name: 'Renamed' }]));
    expect(second).toMatchObject([
      { rule_id: other['rule_id'], version: 2, then: { tags: ['else'] } },
      { rule_id: booked['rule_id'], version: 1, name: 'Renamed' },
    ]);
    expect(await ruled.ask('GET', '/contact_rules')).toEqual(second);
  });

  test('are not replaced over a newer version', async () => {
    const ruled = await RuledCompany.make();
    const { company } = ruled;
    const before = await sendAs(company.superadmin, 'GET', `${company.path}/contact_rules`);
    await answerOf(await ruled.put([BOOKED]));
    const late = await sendAs(company.superadmin, 'PUT', `${company.path}/contact_rules`, [], {
      'If-Match': before.headers.get('ETag') ?? '',
    });
    expect((await problemOf(late)).code).toBe('precondition_failed');
    expect(await ruled.ask<unknown[]>('GET', '/contact_rules')).toHaveLength(1);
  });

  test('are in the audit log, before and after', async () => {
    const ruled = await RuledCompany.make([BOOKED]);
    await answerOf(await ruled.put([]));
    const { entries } = await ruled.ask<{ entries: object[] }>('GET', '/audit?action=settings.changed');
    expect(entries[0]).toMatchObject({
      actor_name: 'Sue Super',
      subject: 'settings:contact_rules',
      detail: { before: [{ name: 'Appointment' }], after: [] },
    });
  });

  test.for(['manager', 'agent'] as const)('are not read, replaced or tried by a %s', async (role) => {
    const { company } = await RuledCompany.make();
    const { when } = BOOKED;
    for (const [method, below, body] of [
      ['GET', '', undefined],
      ['PUT', '', [BOOKED]],
      ['POST', '/preview', { when }],
    ] as const) {
      const answer = await sendAs(company[role], method, `${company.path}/contact_rules${below}`, body);
      expect([answer.status, (await problemOf(answer)).code]).toEqual([403, 'permission_denied']);
    }
  });

  test.for([
    ['no condition', { when: { all: [] } }, '/0/when/all', 'Write at least one condition.'],
    [
      'no effect',
      { then: {} },
      '/0/then',
      'Say what a call gets: tags, a value, a rating, who gets the lead, its state, or whom to tell.',
    ],
    [
      'a condition of two',
      { when: { all: [{ first_time: true, direction: ['inbound'] }] } },
      '/0/when/all/0',
      'Write one condition in each object',
    ],
    ['an empty condition', { when: { all: [{}] } }, '/0/when/all/0', 'Write one condition in each object'],
    ['no words', { when: { all: [{ said: {} }] } }, '/0/when/all/0/said', 'Write any, none or both.'],
    [
      'a phrase without words',
      { when: { all: [said(['book', '?!'])] } },
      '/0/when/all/0/said/any/1',
      'Write a word.',
    ],
    [
      'a star in a word',
      { when: { all: [said(['b*k'])] } },
      '/0/when/all/0/said/any/0',
      'Write * only at the end of a word',
    ],
    [
      'a long phrase',
      { when: { all: [said(['x'.repeat(101)])] } },
      '/0/when/all/0/said/any/0',
      'Write at most 100 characters.',
    ],
    [
      'too many phrases',
      { when: { all: [said(Array(30).fill('a')), said(Array(21).fill('b'))] } },
      '/0/when',
      'Write at most 50 phrases in a rule.',
    ],
    [
      'seconds the wrong way',
      { when: { all: [{ talk_seconds: { gte: 9, lte: 8 } }] } },
      '/0/when/all/0/talk_seconds',
      'no call is meant',
    ],
    [
      'no seconds',
      { when: { all: [{ ring_seconds: {} }] } },
      '/0/when/all/0/ring_seconds',
      'Write gte, lte or both.',
    ],
    ['a number that is none', { when: { all: [{ number: ['x'] }] } }, '/0/when/all/0/number/0', 'E.164'],
    [
      'a currency that is none',
      { then: { value: { unit: '$', value: 1 } } },
      '/0/then/value/unit',
      'three letters',
    ],
    ['what is not known', { then: { tags: ['a'], delete: true } }, '/0/then/delete', 'not a known member'],
  ] as const)('are refused with %s, at its place', async ([, members, pointer, detail]) => {
    const ruled = await RuledCompany.make([BOOKED]);
    const refused = await ruled.put([{ ...BOOKED, ...members }]);
    const { errors } = await problemOf(refused);
    expect(errors).toContainEqual(
      expect.objectContaining({ pointer, detail: expect.stringContaining(detail) as unknown }),
    );
    expect(await ruled.ask('GET', '/contact_rules')).toMatchObject([BOOKED]);
  });

  test('are at most 100', async () => {
    const ruled = await RuledCompany.make();
    const many = (count: number): unknown[] =>
      Array.from({ length: count }, (_, index) => ({ ...BOOKED, name: `R${index}` }));
    expect((await ruled.put(many(101))).status).toBe(400);
    expect((await ruled.put(many(100))).status).toBe(200);
  });

  test('have one id each', async () => {
    const ruled = await RuledCompany.make([BOOKED]);
    const [rule] = await ruled.ask<object[]>('GET', '/contact_rules');
    const { errors } = await problemOf(await ruled.put([rule, rule]));
    expect(errors).toMatchObject([{ pointer: '/1/rule_id', code: 'duplicate_id' }]);
  });
});

describe('when what was said is there, a rule', () => {
  test('sets tags, value and rating, and tells where its words stand', async () => {
    const ruled = await RuledCompany.make([BOOKED]);
    const call = await ruled.call();
    expect(await ruled.read(call)).toMatchObject({ tags: [], value: null, lead_status: null });
    await ruled.say(call, TALK);

    expect(await ruled.read(call)).toMatchObject({
      tags: ['appointment'],
      value: usd(80),
      lead_status: 'good',
      note: null,
    });
    const [{ rule_id: id }] = await ruled.ask<[{ rule_id: string }]>('GET', '/contact_rules');
    expect(await ruled.effects(call)).toEqual([
      {
        rule_id: id,
        name: 'Appointment',
        version: 1,
        tags: ['appointment'],
        sets: ['value', 'lead_status'],
        words: 'make an appointment',
        second: 4,
      },
    ]);
  });

  test('shows its effects like a person’s, in the list, on the timeline and in the stream', async () => {
    const ruled = await RuledCompany.make([BOOKED]);
    const call = await ruled.call();
    await ruled.say(call, TALK);

    const { calls } = await ruled.ask<{ calls: Call[] }>('GET', '/calls');
    expect(calls).toMatchObject([{ tags: ['appointment'], value: usd(80) }]);
    const { events } = await ruled.ask<{ events: { type: string; data: object }[] }>(
      'GET',
      `/leads/${call.lead_id}/events`,
    );
    expect(events.find(({ type }) => type === 'call')).toMatchObject({ data: { tags: ['appointment'] } });
    expect(await ruled.changes(call)).toEqual([
      'call.started',
      'call.completed',
      'call.transcribed',
      'call.changed',
    ]);
  });

  test.for([
    ['the agent says it', [['agent', 0, 'Book it'] as Segment]],
    ['a word follows that it excludes', [...TALK, ['caller', 60, 'Oh, wrong number.'] as Segment]],
    ['it is said too late', [['caller', 121, 'Book it'] as Segment]],
    ['nobody knows who speaks', [['unknown', 0, 'Book it'] as Segment]],
    ['nothing was said', []],
  ] as const)('sets nothing if %s', async ([, segments]) => {
    const ruled = await RuledCompany.make([BOOKED]);
    const call = await ruled.call();
    await ruled.say(call, segments);

    expect(await ruled.read(call)).toMatchObject({ tags: [], value: null, lead_status: null });
    expect(await ruled.effects(call)).toEqual([]);
  });

  test('changes nothing when the same words come again', async () => {
    const ruled = await RuledCompany.make([BOOKED]);
    const call = await ruled.call();
    await ruled.say(call, TALK);
    const [before, effects] = [await ruled.read(call), await ruled.effects(call)];
    await ruled.say(call, TALK);

    expect(await ruled.read(call)).toEqual(before);
    expect(await ruled.effects(call)).toEqual(effects);
    expect((await ruled.changes(call)).slice(-2)).toEqual(['call.changed', 'call.transcribed']);
  });

  test('leaves what a person has set, before and after it', async () => {
    const ruled = await RuledCompany.make([BOOKED]);
    const [before, after] = [await ruled.call(), await ruled.call()];
    await ruled.remark(before, { value: usd(5), lead_status: 'not_a_lead' });
    await ruled.say(before, TALK);
    await ruled.say(after, TALK);
    await ruled.remark(after, { tags: ['mine'], value: null });
    await ruled.say(after, TALK);

    expect(await ruled.read(before)).toMatchObject({
      tags: ['appointment'],
      value: usd(5),
      lead_status: 'not_a_lead',
    });
    expect(await ruled.read(after)).toMatchObject({ tags: ['mine'], value: null, lead_status: 'good' });
    expect(await ruled.effects(after)).toMatchObject([{ tags: [], sets: ['lead_status'] }]);
  });

  test('keeps what it set when the words are deleted, and forgets where they stood', async () => {
    const ruled = await RuledCompany.make([BOOKED]);
    const call = await ruled.call();
    await ruled.say(call, TALK);
    await ruled.ask('DELETE', `/calls/${call.call_id}/transcript`);

    expect(await ruled.read(call)).toMatchObject({ tags: ['appointment'], value: usd(80) });
    expect(await ruled.effects(call)).toMatchObject([{ tags: ['appointment'], words: null, second: null }]);
  });

  test('does not tell where words stand to a viewer who hears no recordings', async () => {
    const ruled = await RuledCompany.make([BOOKED]);
    const { superadmin, path } = ruled.company;
    const viewer = await makeUser(superadmin, path, { role_id: 'viewer' });
    const call = await ruled.call();
    await ruled.say(call, TALK);
    const [hidden] = await ruled.effects(call, viewer);
    const options = await ruled.ask<object>('GET', '/settings');
    await ruled.ask('PUT', '/settings', { ...options, viewers_hear_recordings: true });
    const [shown] = await ruled.effects(call, viewer);

    expect(hidden).toMatchObject({ name: 'Appointment', tags: ['appointment'], words: null, second: null });
    expect(shown).toMatchObject({ words: 'make an appointment', second: 4 });
  });
});

describe('when a call ends, a rule applies', () => {
  const RULE = { name: 'Rule', then: { tags: ['met'] } };

  test.for([
    ['direction', { direction: ['inbound'] }, {}, { direction: 'outbound' }],
    [
      'outcome',
      { outcome: ['missed', 'voicemail'] },
      { outcome: 'missed', answered_at: null, talk_seconds: null },
      {},
    ],
    ['least talk time', { talk_seconds: { gte: 90 } }, {}, { talk_seconds: 89 }],
    [
      'most talk time',
      { talk_seconds: { lte: 0 } },
      { outcome: 'missed', answered_at: null, talk_seconds: null },
      {},
    ],
    ['ringing time', { ring_seconds: { gte: 10, lte: 20 } }, { ring_seconds: 20 }, { ring_seconds: 21 }],
    ['number', { number: [AUSTIN] }, {}, { number: '+13035550101' }],
    ['location', { location: ['austin'] }, {}, { number: '+13035550101' }],
    ['source', { source: ['paid_search'] }, {}, { number: '+18005550111' }],
  ] as const)('by %s', async ([, condition, meets, fails]) => {
    const ruled = await RuledCompany.make([{ ...RULE, when: { all: [condition] } }]);
    const [met, other] = [await ruled.call(meets), await ruled.call(fails)];

    expect([(await ruled.read(met)).tags, (await ruled.read(other)).tags]).toEqual([['met'], []]);
    expect(await ruled.effects(met)).toMatchObject([{ name: 'Rule', words: null, second: null }]);
  });

  test('by whether it is the first call, unless the number is withheld', async () => {
    const rules = [true, false].map((isFirst) => ({
      name: `First ${isFirst}`,
      when: { all: [{ first_time: isFirst }] },
      then: { tags: [String(isFirst)] },
    }));
    const ruled = await RuledCompany.make(rules);
    const from = freshCaller();
    const calls = [await ruled.call({ from }), await ruled.call({ from, startedTime: Date.now() - 100_000 })];
    calls.push(await ruled.call({ from: null }));
    const tags = [];
    for (const call of calls) tags.push((await ruled.read(call)).tags);

    expect(tags).toEqual([['true'], ['false'], []]);
  });

  test('only if all conditions hold, and at once when it ends', async () => {
    const when = { all: [{ source: ['paid_search'] }, { talk_seconds: { gte: 60 } }] };
    const ruled = await RuledCompany.make([{ ...RULE, when }]);
    const going = {
      outcome: null,
      talk_seconds: null,
      carrier_call_id: 'long',
      startedTime: 1_790_000_000_000,
    };
    const from = freshCaller();
    const call = await ruled.call({ ...going, from });
    expect((await ruled.read(call)).tags).toEqual([]);
    const ended = await ruled.call({ ...going, from, outcome: 'answered', talk_seconds: 61 });

    // Rules run behind the report, whose answer has the call as it was reported.
    expect((await ruled.read(ended)).tags).toEqual(['met']);
    expect((await ruled.read(await ruled.call({ talk_seconds: 59 }))).tags).toEqual([]);
  });

  test('by a campaign that is found after the end', async () => {
    const ruled = await RuledCompany.make([{ ...RULE, when: { all: [{ campaign: ['Plumber Denver'] }] } }]);
    const { company } = ruled;
    const visit = await view(company, PLUMBER);
    const found = await vi.waitUntil(async () => {
      await tap(company, { number: AUSTIN, target: TARGET, visit });
      const call = await ruled.call({ startedTime: Date.now() + 1_000 });
      expect(call.tags).toEqual([]);
      const until = Date.now() + 2_000;
      while (Date.now() < until) {
        const { tags } = await ruled.read(call);
        if (tags.length > 0) return tags;
      }
      return undefined;
    }, PATIENCE);

    expect(found).toEqual(['met']);
  });

  test('by what is reported after the end', async () => {
    const rules = ['missed', 'voicemail'].map((outcome) => ({
      name: outcome,
      when: { all: [{ outcome: [outcome] }] },
      then: { tags: [outcome] },
    }));
    const ruled = await RuledCompany.make(rules);
    const ended = { carrier_call_id: 'late', from: freshCaller(), answered_at: null, talk_seconds: null };
    const startedTime = Date.now() - 200_000;
    const call = await ruled.call({ ...ended, startedTime, outcome: 'missed' });
    await ruled.call({ ...ended, startedTime, outcome: 'voicemail' });

    expect((await ruled.read(call)).tags).toEqual(['missed', 'voicemail']);
    expect(await ruled.changes(call)).toEqual([
      'call.started',
      'call.completed',
      'call.changed',
      'call.changed',
      'call.changed',
    ]);
  });

  test('but not to calls that had ended before there was the rule, whatever people remark on them', async () => {
    const ruled = await RuledCompany.make();
    const call = await ruled.call();
    await answerOf(await ruled.put([{ ...RULE, when: { all: [{ outcome: ['answered'] }] } }]));
    await ruled.remark(call, { note: 'Called back.' });

    expect(await ruled.read(call)).toMatchObject({ tags: [], note: 'Called back.' });
  });
});

test('conversions and webhooks see what a rule has set, as if a person had', async () => {
  const ruled = await RuledCompany.make([BOOKED]);
  await ruled.ask('POST', '/conversions/rules', {
    name: 'Good calls',
    when: { what: 'call', lead_status: 'good' },
    value: 'lead',
    platforms: ['google_ads'],
  });
  const call = await ruled.call();
  await ruled.say(call, TALK);

  const { conversions } = await ruled.ask<{ conversions: object[] }>('GET', '/conversions/outbox');
  expect(conversions).toMatchObject([{ record_id: call.call_id, value: usd(80) }]);
  const { changes } = await ruled.ask<{ changes: { type: string; data: { call?: Call } }[] }>(
    'GET',
    '/changes?limit=200',
  );
  expect(changes.findLast(({ type }) => type === 'call.changed')?.data.call).toMatchObject({
    tags: ['appointment'],
  });
});

describe('a preview', () => {
  let ruled: RuledCompany;
  const spoken: string[] = [];

  interface Preview {
    call_count: number;
    transcript_count: number;
    match_count: number;
    is_complete: boolean;
    newest: { call_id: string; words: string | null; second: number | null }[];
  }
  const preview = (when: object): Promise<Preview> => ruled.ask('POST', '/contact_rules/preview', { when });

  beforeAll(async () => {
    ruled = await RuledCompany.make();
    for (let index = 0; index < 12; index += 1) {
      const call = await ruled.call({ startedTime: Date.now() - 3_600_000 + index * 1_000 });
      await ruled.say(call, TALK);
      spoken.push(call.call_id);
    }
    await ruled.call({ talk_seconds: 10 });
    await ruled.say(await ruled.call(), [['caller', 0, 'Are you open on Saturdays?']]);
    await ruled.say(await ruled.call({ startedTime: Date.now() - 31 * 24 * 3_600_000 }), TALK);
  });

  test('counts the calls of the last 30 days that a rule would apply to, with the ten newest', async () => {
    const shown = await preview(BOOKED.when);

    expect(shown).toMatchObject({ call_count: 14, transcript_count: 13, match_count: 12, is_complete: true });
    expect(shown.newest.map(({ call_id: id }) => id)).toEqual(spoken.toReversed().slice(0, 10));
    expect(shown.newest[0]).toMatchObject({ words: 'make an appointment', second: 4 });
  });

  test('reads no words where no condition asks for them, or another one fails', async () => {
    const short = { talk_seconds: { lte: 10 } };

    expect(await preview({ all: [short] })).toMatchObject({
      call_count: 14,
      transcript_count: 0,
      match_count: 1,
    });
    expect(await preview({ all: [short, said(['book'])] })).toMatchObject({
      transcript_count: 0,
      match_count: 0,
    });
  });

  test('changes nothing', async () => {
    expect((await ruled.ask<{ calls: Call[] }>('GET', '/calls')).calls.flatMap(({ tags }) => tags)).toEqual(
      [],
    );
    expect(await ruled.ask('GET', '/contact_rules')).toEqual([]);
  });

  test('refuses what could not be saved', async () => {
    const { superadmin, path } = ruled.company;
    const refused = await sendAs(superadmin, 'POST', `${path}/contact_rules/preview`, {
      when: { all: [said(['*'])] },
    });

    expect((await problemOf(refused)).errors).toMatchObject([{ pointer: '/when/all/0/said/any/0' }]);
  });
});
