/** Reports: figures by groups and over time, the records behind each figure, and the costs of ads. */
import type { VNode } from 'preact';
import { place } from '../../address/router.ts';
import { mayWrite } from '../../api/user.ts';
import { later } from '../../components/parts/lazy.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { RECORDS, type Records } from './records/records-query.ts';
import { ReportView } from './report/report-view.tsx';

const TABS = [
  ['figures', 'Figures'],
  ['saved', 'Saved'],
  ['costs', 'Costs'],
] as const;

const RecordList = later<{ of: Records }>(async () => (await import('./records/record-list.tsx')).RecordList);
const CostList = later(async () => (await import('./costs/cost-list.tsx')).CostList);
const SavedReports = later(async () => (await import('./saved/saved-list.tsx')).SavedReports);

export function ReportsScreen(): VNode {
  const [tab = 'figures'] = place.value.rest;
  const records = RECORDS.find((name) => name === tab);
  if (records !== undefined) return <RecordList key={records} of={records} />;
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1}>Reports</h1>
      </div>
      <Tabs
        screen="reports"
        label="Sections"
        tabs={mayWrite() ? TABS : TABS.filter(([name]) => name !== 'costs')}
        current={tab}
      />
      {tab === 'costs' && mayWrite() && <CostList />}
      {tab === 'saved' && <SavedReports />}
      {tab !== 'costs' && tab !== 'saved' && <ReportView />}
    </>
  );
}
