/** The filters of the log: action, user, time. They are stored in the URL. */
import type { VNode } from 'preact';
import { usePeople } from '../../../api/company.ts';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { place } from '../../../address/router.ts';
import { KINDS } from './log-words.ts';

/** The time ranges, in days before today. */
const RANGES = [
  ['0', 'Today'],
  ['6', 'Last 7 days'],
  ['29', 'Last 30 days'],
] as const;

/** Query parameters that filter the list. */
export const FILTERS = ['action', 'actor', 'days'] as const;

/** Returns the API parameters. */
export function logParameters(query: URLSearchParams, now: Date): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const name of ['action', 'actor', 'cursor']) {
    const value = query.get(name);
    if (value) parameters.set(name, value);
  }
  const days = query.get('days');
  if (days && RANGES.some(([range]) => range === days)) {
    const from = new Date(now.getFullYear(), now.getMonth(), now.getDate() - Number(days));
    parameters.set('from', from.toISOString());
  }
  return parameters;
}

export function LogFilters(): VNode {
  const { data: people = [] } = usePeople();
  const users = people.map(({ user_id: id, name }) => [`user:${id}`, name] as const);
  return (
    <div class="row tools log-filters">
      {[
        { name: 'action', label: 'Action', all: 'All actions', choices: KINDS },
        { name: 'actor', label: 'Who', all: 'Anyone', choices: users },
        { name: 'days', label: 'When', all: 'Any time', choices: RANGES },
      ].map((filter) => (
        <FilterSelect
          key={filter.name}
          {...filter}
          class="slim-select"
          value={place.value.query.get(filter.name) ?? undefined}
        />
      ))}
    </div>
  );
}
