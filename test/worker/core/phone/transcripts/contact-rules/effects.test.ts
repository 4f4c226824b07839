/** What rules set on a call beside what people set: people's changes stay, and running rules again changes nothing. */
import { describe, expect, test } from 'vitest';
import { NO_REMARKS, type Remarks } from '../../../../../../worker/core/phone/calls/schema.ts';
import { remarksAfter } from '../../../../../../worker/core/phone/progress/remarks.ts';
import {
  type MetRule,
  remarksByRules,
} from '../../../../../../worker/core/phone/transcripts/contact-rules/effects.ts';
import type { ContactRule } from '../../../../../../worker/core/phone/transcripts/contact-rules/schema.ts';

const when: ContactRule['when'] = { all: [{ outcome: ['answered'] }] };
const rule = (name: string, then: ContactRule['then'], version = 1): ContactRule => ({
  rule_id: `id of ${name}`,
  name,
  version,
  when,
  then,
});
const met = (one: ContactRule, words: string | null = null, second: number | null = null): MetRule => ({
  rule: one,
  place: { words, second },
});
const usd = (value: number): { unit: string; value: number } => ({ unit: 'USD', value });

const BOOKED = rule('Booked', { tags: ['appointment'], value: usd(80), lead_status: 'good' });
const WRONG = rule('Wrong', { tags: ['wrong number'], value: usd(0), lead_status: 'not_a_lead' });

test('a rule sets what it says, and where its words stood', () => {
  const remarks = remarksByRules(NO_REMARKS, [met(BOOKED, 'make an appointment', 42)]);

  expect(remarks).toEqual({
    tags: ['appointment'],
    value: usd(80),
    leadStatus: 'good',
    note: null,
    rules: [
      {
        ruleId: 'id of Booked',
        name: 'Booked',
        version: 1,
        tags: ['appointment'],
        sets: ['value', 'lead_status'],
        words: 'make an appointment',
        second: 42,
      },
    ],
  });
});

test('all tags are added, and of values and ratings the first rule’s counts', () => {
  const { tags, value, leadStatus, rules } = remarksByRules(NO_REMARKS, [met(BOOKED), met(WRONG)]);

  expect({ tags, value, leadStatus }).toEqual({
    tags: ['appointment', 'wrong number'],
    value: usd(80),
    leadStatus: 'good',
  });
  expect(rules?.map(({ name, sets }) => [name, sets])).toEqual([
    ['Booked', ['value', 'lead_status']],
    ['Wrong', []],
  ]);
});

test('a rule that comes first takes over what a later one has set, as if all had run at once', () => {
  const later = remarksByRules(NO_REMARKS, [met(WRONG)]);
  const both = remarksByRules(later, [met(BOOKED, 'book*', 3), met(WRONG)]);

  expect([both.value, both.leadStatus]).toEqual([usd(80), 'good']);
  expect(both.rules?.map(({ name, sets }) => [name, sets])).toEqual([
    ['Wrong', []],
    ['Booked', ['value', 'lead_status']],
  ]);
});

test.for([
  ['nothing', NO_REMARKS],
  ['a value of a person', remarksAfter(NO_REMARKS, { value: usd(5) })],
  ['a value from before there were rules', { ...NO_REMARKS, value: usd(5), tags: ['Appointment'] }],
  ['a removed tag', remarksAfter({ ...NO_REMARKS, tags: ['appointment'] }, { tags: [] })],
  ['what another rule set', remarksByRules(NO_REMARKS, [met(WRONG, 'wrong number', 7)])],
] satisfies [string, Remarks][])('running rules again changes nothing after %s', ([, before]) => {
  const once = remarksByRules(before, [met(BOOKED, 'book*', 3), met(WRONG)]);

  expect(JSON.stringify(remarksByRules(once, [met(BOOKED, 'book*', 3), met(WRONG)]))).toBe(
    JSON.stringify(once),
  );
});

describe('what a person has done stays', () => {
  const set = remarksByRules(NO_REMARKS, [met(BOOKED, 'book*', 3)]);
  const again = (remarks: Remarks): Remarks => remarksByRules(remarks, [met(BOOKED, 'book*', 3)]);

  test.for([
    ['another value', { value: usd(120) }],
    ['no value', { value: null }],
    ['another rating', { lead_status: 'not_a_lead' }],
    ['no rating', { lead_status: null }],
    ['no tag', { tags: [] }],
    ['other tags', { tags: ['my own'] }],
    ['all of it', { tags: [], value: null, lead_status: null, note: 'Not at all.' }],
  ] as const)('%s', ([, change]) => {
    const changed = remarksAfter(set, change as Parameters<typeof remarksAfter>[1]);
    const { rules: _, people: __, ...seen } = again(changed);

    expect(seen).toMatchObject({ tags: changed.tags, value: changed.value, leadStatus: changed.leadStatus });
    expect(again(changed)).toEqual(changed);
  });

  test('and is no longer said to be of the rule', () => {
    const changed = remarksAfter(set, { value: usd(120), tags: ['other'] });

    expect(changed.rules).toMatchObject([{ tags: [], sets: ['lead_status'] }]);
    expect(remarksAfter(changed, { lead_status: null }).rules).toBeUndefined();
  });

  test('also if it was set before the rule', () => {
    const before = remarksAfter(NO_REMARKS, { value: usd(5), lead_status: 'not_a_lead' });

    expect(again(before)).toMatchObject({ value: usd(5), leadStatus: 'not_a_lead', tags: ['appointment'] });
  });

  test('a saved form that changes nothing decides nothing', () => {
    const { tags, value, leadStatus: status, note } = set;

    expect(remarksAfter(set, { tags, value, lead_status: status, note })).toEqual(set);
  });

  test('a removed tag is set again by a person, not by a rule', () => {
    const removed = remarksAfter(set, { tags: [] });
    const back = remarksAfter(removed, { tags: ['Appointment'] });

    expect(again(removed).tags).toEqual([]);
    expect(again(back).tags).toEqual(['Appointment']);
    expect(back.rules?.[0]?.tags).toEqual([]);
  });
});

test('what no rule finds any more stays set, without where its words stood', () => {
  const set = remarksByRules(NO_REMARKS, [met(BOOKED, 'book*', 3)]);

  expect(remarksByRules(set, [])).toEqual({
    ...set,
    rules: [{ ...set.rules?.[0], words: null, second: null }],
  });
});

test('a call has at most 50 tags, whatever rules add', () => {
  const tags = Array.from({ length: 45 }, (_, index) => `tag ${index}`);
  const many = rule('Many', { tags: Array.from({ length: 10 }, (_, index) => `more ${index}`) });
  const remarks = remarksByRules({ ...NO_REMARKS, tags }, [met(many)]);

  expect(remarks.tags).toHaveLength(50);
  expect(remarks.rules?.[0]?.tags).toHaveLength(5);
});
