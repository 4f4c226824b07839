/** Rules on calls in words, and as a form reads and writes them. Pure. */
import type { ContactRuleBody } from '../../../../worker/core/phone/transcripts/contact-rules/reference.ts';
import { amountText } from '../../../components/text/field-text.ts';
import { plural } from '../../../components/text/values.tsx';
import { typedNumber } from '../../../formats/numbers.ts';
import { entriesOf, type FormValues, textOf } from '../../../forms/form-values.ts';
import { CHOSEN_OUTCOMES, OUTCOME_NAMES, RATING_NAMES } from '../../calls/call.ts';

export type Rule = ContactRuleBody;
type Condition = Rule['when']['all'][number];
type Said = NonNullable<Condition['said']>;

export const SPEAKER_NAMES: Readonly<Record<Said['by'], string>> = {
  either: 'Either of them',
  caller: 'The caller',
  agent: 'Whoever answers',
};

/** The conditions that the form has fields for, and the others, which it leaves as they are. */
export interface FormConditions {
  said: Said | undefined;
  outcome: NonNullable<Condition['outcome']>;
  talk: NonNullable<Condition['talk_seconds']> | undefined;
  others: readonly Condition[];
}

/** Sorts conditions into the fields of the form. A second one of a kind has no field. */
export function conditionsOf({ all }: Rule['when']): FormConditions {
  const said = all.find((each) => each.said !== undefined);
  const outcome = all.find((each) => each.outcome !== undefined);
  const talk = all.find((each) => each.talk_seconds !== undefined);
  return {
    said: said?.said,
    outcome: outcome?.outcome ?? [],
    talk: talk?.talk_seconds,
    others: all.filter((each) => ![said, outcome, talk].includes(each)),
  };
}

/** Reads a rule from its form. @param before the rule that the form was opened with; undefined for a new one */
export function ruleFrom(values: FormValues, before: Rule | undefined): Omit<Rule, 'rule_id' | 'version'> {
  const text = (name: string): string => textOf(values, name);
  const tags = entriesOf(text('/tags'));
  const status = text('/lead_status');
  const amount = text('/value/value');
  const [assign, state, told] = [text('/assign'), text('/state'), text('/notify')];
  // Several are named over the API alone, and stay while the first is chosen.
  const { notify: former = [] } = before?.then ?? {};
  return {
    name: text('/name'),
    when: { all: allFrom(values, before) },
    then: {
      ...(tags.length > 0 ? { tags } : {}),
      ...(amount === '' ? {} : { value: { unit: text('/value/unit'), value: typedNumber(amount) } }),
      ...(status === '' ? {} : { lead_status: status as NonNullable<Rule['then']['lead_status']> }),
      ...(assign === '' ? {} : { assign }),
      ...(state === '' ? {} : { state }),
      ...(told === '' ? {} : { notify: told === former[0] ? former : [told] }),
    },
  };
}

function allFrom(values: FormValues, before: Rule | undefined): Condition[] {
  const { talk, outcome: former, others } = conditionsOf(before?.when ?? { all: [] });
  const [any, none] = [linesOf(textOf(values, '/any')), linesOf(textOf(values, '/none'))];
  const within = textOf(values, '/within_seconds');
  const least = textOf(values, '/talk_seconds');
  const { gte: _, ...most } = talk ?? {};
  const talked = { ...(least === '' ? {} : { gte: typedNumber(least) }), ...most };
  const outcome = [
    ...CHOSEN_OUTCOMES.filter((name) => values[`outcome ${name}`] === true),
    ...former.filter((name) => !CHOSEN_OUTCOMES.includes(name)),
  ];
  const said: Said = {
    by: textOf(values, '/by') as Said['by'],
    ...(any.length > 0 ? { any } : {}),
    ...(none.length > 0 ? { none } : {}),
    ...(within === '' ? {} : { within_seconds: typedNumber(within) }),
  };
  return [
    ...(any.length + none.length > 0 ? [{ said }] : []),
    ...(outcome.length > 0 ? [{ outcome }] : []),
    ...(Object.keys(talked).length > 0 ? [{ talk_seconds: talked }] : []),
    ...others,
  ];
}

/** Returns the name of the field for the place of a fault in the list of rules. */
export function fieldOf(pointer: string): string {
  const place = pointer.replace(/^\/\d+/, '').replace(/^\/when\/all\/\d+/, '');
  const said = /^\/said\/(any|none|by|within_seconds)/.exec(place)?.[1];
  if (said !== undefined) return `/${said}`;
  if (/^(?:$|\/said|\/when)/.test(place)) return '/any';
  if (/^\/(?:outcome|talk_seconds)/.test(place)) return place.replace(/^(\/\w+).*/, '$1');
  if (place.startsWith('/then/notify')) return '/notify';
  return place === '/then' ? '/tags' : place.replace(/^\/then/, '').replace(/^\/tags\/\d+/, '/tags');
}

/** Returns when a rule applies, in words. */
export function whenText({ when }: Pick<Rule, 'when'>): string {
  const { said, outcome, talk, others } = conditionsOf(when);
  const outcomes = outcome.map((name) => OUTCOME_NAMES[name].toLowerCase());
  return [
    ...(said === undefined ? [] : [saidText(said)]),
    ...(outcomes.length > 0 ? [outcomes.join(' or ')] : []),
    ...(talk?.gte === undefined ? [] : [`talked for ${plural(talk.gte, 'second')} or more`]),
    ...(talk?.lte === undefined ? [] : [`talked for ${plural(talk.lte, 'second')} or less`]),
    ...(others.length > 0 ? [plural(others.length, 'more condition')] : []),
  ].join(', ');
}

/** Those whom a rule may tell besides people that it names. */
export const TOLD_NAMES: Readonly<Record<string, string>> = {
  managers: 'the managers',
  owner: 'whoever has the lead',
};

/** The names of people by id, and the labels of states by name. */
export interface RuleNames {
  people: ReadonlyMap<string, string>;
  states: ReadonlyMap<string, string>;
}

/** Returns what a rule sets, in words. */
export function thenText({ then }: Pick<Rule, 'then'>, { people, states }: RuleNames): string {
  const { tags = [], value, lead_status: status, assign, state, notify: told = [] } = then;
  const toldNames = told.map((who) => TOLD_NAMES[who] ?? people.get(who) ?? 'somebody who has left');
  return [
    ...tags,
    ...(status === undefined ? [] : [RATING_NAMES[status]]),
    ...(value === undefined ? [] : [amountText(value)]),
    ...(assign === undefined ? [] : [`assigned to ${people.get(assign) ?? 'somebody who has left'}`]),
    ...(state === undefined ? [] : [`moved to ${states.get(state) ?? state}`]),
    ...(told.length === 0 ? [] : [`told to ${toldNames.join(' and ')}`]),
  ].join(', ');
}

function saidText({ by, any = [], none = [], within_seconds: within }: Said): string {
  const quoted = (phrases: readonly string[]): string => phrases.map((phrase) => `“${phrase}”`).join(' or ');
  const speaker = by === 'either' ? '' : ` by ${SPEAKER_NAMES[by].toLowerCase()}`;
  return [
    ...(any.length > 0 ? [`${quoted(any)} said${speaker}`] : []),
    ...(none.length > 0 ? [`not ${quoted(none)}${any.length > 0 ? '' : ` said${speaker}`}`] : []),
    ...(within === undefined ? [] : [`within ${plural(within, 'second')}`]),
  ].join(', ');
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
