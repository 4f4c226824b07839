/** Chooses the source of costs: a channel, a source of the company, or one that visits or calls of the last year had. */
import type { VNode } from 'preact';
import { companyPath } from '../../../api/company.ts';
import { usePlaces } from '../../../api/places.ts';
import { useResource } from '../../../api/resource.ts';
import { SelectField } from '../../../forms/fields.tsx';
import { channelName } from '../../../../worker/dni/pure/channels.ts';
import { reportPath } from '../figures/report-path.ts';
import type { ReportBody } from '../figures/report.ts';
import { COST_SOURCES } from './cost.ts';

/** The most sources of their own that are offered. */
const OWN_SOURCES = 50;

interface SourceSelectProps {
  label: string;
  name: string;
  value: string;
  choose: (source: string) => void;
}

export function SourceSelect({ label, name, value, choose }: SourceSelectProps): VNode {
  const { sources: own } = usePlaces();
  const { data } = useResource<ReportBody>(
    companyPath(
      reportPath({
        metrics: ['calls', 'visits'],
        by: ['source'],
        relative: 'last_365_days',
        compare: 'none',
        limit: OWN_SOURCES,
        sort: '-visits',
      }),
    ),
  );
  const used = data?.rows.flatMap(({ by: [group] }) => (group?.value ? [group.value] : [])) ?? [];
  const sources = new Set([...COST_SOURCES, ...own, ...used, value]);
  return (
    <SelectField
      label={label}
      name={name}
      value={value}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      {[...sources].map((source) => (
        <option key={source} value={source} selected={source === value}>
          {channelName(source)}
        </option>
      ))}
    </SelectField>
  );
}
