/** Orders and sums companies. Pure. */
import type { CompanyOverviewBody } from '../../../../worker/core/reports/overview/reference.ts';

export type Order = 'trouble' | 'name' | 'calls' | 'missed' | 'new_leads';

/** The orders, with their names. Figures are in descending order. */
export const ORDERS: readonly (readonly [Order, string])[] = [
  ['trouble', 'What to look at'],
  ['name', 'Name'],
  ['calls', 'Calls'],
  ['missed', 'Missed calls'],
  ['new_leads', 'New leads'],
];

/** Returns companies in an order. That of troubles is the order of the API. */
export function sortedBy(
  order: Order,
  companies: readonly CompanyOverviewBody[],
): readonly CompanyOverviewBody[] {
  if (order === 'trouble') return companies;
  const byName = (one: CompanyOverviewBody, other: CompanyOverviewBody): number =>
    (one.name ?? '').localeCompare(other.name ?? '');
  if (order === 'name') return companies.toSorted(byName);
  return companies.toSorted(
    (one, other) => (other.figures?.[order] ?? -1) - (one.figures?.[order] ?? -1) || byName(one, other),
  );
}

/** Sums the figures of companies, and counts those with a trouble. */
export function totalsOf(companies: readonly CompanyOverviewBody[]): {
  calls: number;
  missed: number;
  newLeads: number;
  troubled: number;
} {
  const sum = (member: 'calls' | 'missed' | 'new_leads'): number =>
    companies.reduce((total, { figures }) => total + (figures?.[member] ?? 0), 0);
  return {
    calls: sum('calls'),
    missed: sum('missed'),
    newLeads: sum('new_leads'),
    troubled: companies.filter(({ troubles }) => troubles.length > 0).length,
  };
}
