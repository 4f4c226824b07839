/** The filters of a report, each with a link that removes it. */
import type { VNode } from 'preact';
import { withQuery } from '../../../address/router.ts';
import { DIMENSION_LABELS } from './metrics.ts';
import { valueName } from './names.ts';
import { type Filter, FILTERS } from './report-path.ts';
import type { ReportBody } from './report.ts';

interface ChosenFiltersProps {
  filters: Partial<Record<Filter, string>>;
  /** Reports whose rows may name the values. */
  reports: readonly (ReportBody | undefined)[];
}

export function ChosenFilters({ filters, reports }: ChosenFiltersProps): VNode | null {
  if (Object.keys(filters).length === 0) return null;
  return (
    <ul class="row chosen-filters" aria-label="Filters">
      {FILTERS.flatMap((name) => {
        const value = filters[name];
        if (value === undefined) return [];
        const text = `${DIMENSION_LABELS[name]}: ${valueName(name, { value, label: labelOf(name, value, reports) })}`;
        return [
          <li key={name}>
            <a
              class="chip remove"
              href={withQuery({ [name]: undefined })}
              aria-label={`Remove the filter ${text}`}
            >
              {text} ×
            </a>
          </li>,
        ];
      })}
    </ul>
  );
}

/** Returns the label of a value, if one of the reports has a row of it. */
function labelOf(name: Filter, value: string, reports: ChosenFiltersProps['reports']): string {
  for (const report of reports) {
    const index = report?.by.indexOf(name) ?? -1;
    const row = index < 0 ? undefined : report?.rows.find(({ by }) => (by[index]?.value ?? '') === value);
    const label = row?.by[index]?.label;
    if (label !== undefined) return label;
  }
  return value;
}
