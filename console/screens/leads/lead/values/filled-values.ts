/** The values of a lead field that are sent. Pure. */
import type { LeadField, SubField } from '../../../../api/company.ts';
import type { Amount } from '../../../../components/text/field-text.ts';

export type Rule = LeadField | SubField;

/** Returns the values to send, without blank ones. */
export function filledValues(rule: Rule, values: readonly unknown[]): unknown[] {
  return values.map((value) => filled(rule, value)).filter((value) => value !== undefined);
}

function filled(rule: Rule, value: unknown): unknown {
  if (rule.type === 'currency') return (value as Partial<Amount>).value === undefined ? undefined : value;
  if (rule.type === 'multiselect') return (value as string[]).length === 0 ? undefined : value;
  if (rule.type !== 'complex') return String(value).trim() === '' ? undefined : value;
  const parts = 'sub_fields' in rule ? (rule.sub_fields ?? []) : [];
  const entries = Object.entries(value as Record<string, unknown[]>).flatMap(([name, values]) => {
    const part = parts.find((candidate) => candidate.name === name);
    const kept = part === undefined ? values : filledValues(part, values);
    return kept.length === 0 ? [] : [[name, kept]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
