/** Reads the form of a rule. */
import { typedNumber } from '../../../formats/numbers.ts';
import { valuesOf } from '../../../forms/form-values.ts';
import type { Rule, RuleInput } from './conversion.ts';

type When = Rule['when'];
type Texts = Record<string, string | boolean>;

/** Reads a rule, and whether what it reported before is to be corrected. Members that are not asked for are absent. */
export function readRule(form: HTMLFormElement): RuleInput & { restate: boolean } {
  const values = valuesOf(form);
  return {
    name: textOf(values, '/name'),
    when: whenOf(values),
    value:
      textOf(values, '/value') === 'lead'
        ? 'lead'
        : {
            unit: textOf(values, '/value/unit'),
            value: typedNumber(textOf(values, '/value/value')),
          },
    platforms: checkedIn(values, 'platform ') as Rule['platforms'],
    restate: values['/restate'] === true,
  };
}

/** Tells whether a rule can be previewed. */
export function isComplete({ value, platforms }: Pick<RuleInput, 'value' | 'platforms'>): boolean {
  const hasValue = value === 'lead' || (/^[A-Z]{3}$/.test(value.unit) && Number.isFinite(value.value));
  return hasValue && platforms.length > 0;
}

function whenOf(values: Texts): When {
  const seconds = textOf(values, '/when/talk_seconds');
  const outcomes = checkedIn(values, 'outcome ') as NonNullable<When['outcomes']>;
  const callers = textOf(values, '/when/first_time');
  const status = textOf(values, '/when/lead_status');
  const sources = checkedIn(values, 'source ');
  const locations = checkedIn(values, 'location ');
  return {
    what: textOf(values, '/when/what') as When['what'],
    ...(seconds === '' ? {} : { talk_seconds: typedNumber(seconds) }),
    ...(outcomes.length === 0 ? {} : { outcomes }),
    ...(callers === '' ? {} : { first_time: callers === 'first' }),
    ...(sources.length === 0 ? {} : { sources }),
    ...(locations.length === 0 ? {} : { locations }),
    ...(status === '' ? {} : { lead_status: status as NonNullable<When['lead_status']> }),
    min_confidence: Number(textOf(values, '/when/min_confidence')),
  };
}

/** Returns the names of the checked boxes whose name begins with this. */
function checkedIn(values: Texts, prefix: string): string[] {
  return Object.entries(values)
    .filter(([name, isChecked]) => name.startsWith(prefix) && isChecked === true)
    .map(([name]) => name.slice(prefix.length));
}

function textOf(values: Texts, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value : '';
}
