/** Reports: figures by groups and over time, and the records behind each figure. */
import type { VNode } from 'preact';
import { place } from '../../address/router.ts';
import { RecordList } from './records/record-list.tsx';
import { RECORDS } from './records/records-query.ts';
import { ReportView } from './report/report-view.tsx';

export function ReportsScreen(): VNode {
  const [tab] = place.value.rest;
  const records = RECORDS.find((name) => name === tab);
  if (records !== undefined) return <RecordList key={records} of={records} />;
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1}>Reports</h1>
      </div>
      <ReportView />
    </>
  );
}
