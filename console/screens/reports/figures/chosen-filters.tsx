/** The filters of a report and what else narrows or widens it, each with a link that removes it. */
import type { VNode } from 'preact';
import { type QueryChange, withQuery } from '../../../address/router.ts';
import { FILTER_LABELS } from './metrics.ts';
import { filterValueName } from './names.ts';
import { type Filter, FILTERS } from './report-path.ts';
import type { ReportBody } from './report.ts';

interface ChosenFiltersProps {
  filters: Partial<Record<Filter, string>>;
  /** Reports whose rows may name the values. */
  reports: readonly (ReportBody | undefined)[];
  /** What else is chosen, and the change that removes it. */
  others?: readonly { text: string; removed: QueryChange }[];
}

export function ChosenFilters({ filters, reports, others = [] }: ChosenFiltersProps): VNode | null {
  if (Object.keys(filters).length + others.length === 0) return null;
  return (
    <ul class="row chosen-filters" aria-label="Filters">
      {FILTERS.flatMap((name) => {
        const value = filters[name];
        if (value === undefined) return [];
        const text = `${FILTER_LABELS[name]}: ${filterValueName(name, value, labelOf(name, value, reports))}`;
        return [<Chip key={name} text={text} removed={{ [name]: undefined }} of={`the filter ${text}`} />];
      })}
      {others.map(({ text, removed }) => (
        <Chip key={text} text={text} removed={removed} of={`“${text}”`} />
      ))}
    </ul>
  );
}

function Chip({ text, removed, of }: { text: string; removed: QueryChange; of: string }): VNode {
  return (
    <li>
      <a class="chip remove" href={withQuery(removed)} aria-label={`Remove ${of}`}>
        {text} ×
      </a>
    </li>
  );
}

/** Returns the label of a value, if one of the reports has a row of it. */
function labelOf(name: Filter, value: string, reports: ChosenFiltersProps['reports']): string {
  for (const report of reports) {
    const index = report?.by.findIndex((by) => by === name) ?? -1;
    const row = index < 0 ? undefined : report?.rows.find(({ by }) => (by[index]?.value ?? '') === value);
    const label = row?.by[index]?.label;
    if (label !== undefined) return label;
  }
  return value;
}
