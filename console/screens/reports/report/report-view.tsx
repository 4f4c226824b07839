/** A report: its controls, a chart where it has one, its rows. */
import type { VNode } from 'preact';
import { companyPath } from '../../../api/company.ts';
import { useResource } from '../../../api/resource.ts';
import { mayWrite } from '../../../api/user.ts';
import { go, place, withQuery } from '../../../address/router.ts';
import { formatRange } from '../../../formats/periods.ts';
import { Icon } from '../../../components/icon.tsx';
import { Empty, Notice } from '../../../components/notice.tsx';
import { ExcelButton, fetchExport } from '../../../components/parts/excel-button.tsx';
import { later } from '../../../components/parts/lazy.tsx';
import { Read } from '../../../components/read.tsx';
import { ChosenFilters } from '../figures/chosen-filters.tsx';
import { LineCard } from '../figures/line-card.tsx';
import { METRIC_WORDS } from '../../../../worker/core/reports/words/metrics.ts';
import { FILTERS, type MetricName, reportPath } from '../figures/report-path.ts';
import { comparedTitle, lineUnit, type ReportBody } from '../figures/report.ts';
import { todayIn } from '../figures/today.ts';
import { Controls } from './controls.tsx';
import { apiQueryOf, readReport, type ReportState, scopeTexts } from '../report-query.ts';
import { ReportTable } from './report-table.tsx';

const OverflowCalls = later<{ report: ReportBody }>(
  async () => (await import('./overflow-calls.tsx')).OverflowCalls,
);
const SaveReport = later(async () => (await import('../saved/save-report.tsx')).SaveReport);

export function ReportView(): VNode {
  const state = readReport(place.value.query);
  const path = reportPath(apiQueryOf(state));
  const shown = useResource<ReportBody>(companyPath(path));
  const file = `/console/api${companyPath(reportPath(apiQueryOf(state)))}&format=csv`;
  return (
    <div class="report" aria-busy={shown.isBusy}>
      <Controls state={state} report={shown.data} />
      <div class="report-tools">
        <ChosenFilters filters={state.filters} reports={[shown.data]} others={scopeTexts(state)} />
        <Days report={shown.data} />
        {mayWrite() && (
          <a class="button" href={withQuery({ over: 'save-report' })}>
            Save
          </a>
        )}
        <button type="button" class="button" onClick={() => print()}>
          Print
        </button>
        <a class="button" href={file} download>
          <Icon name="export" /> CSV
        </a>
        <ExcelButton name={fileNameOf(shown.data)} csv={() => fetchExport(file)} />
      </div>
      {place.value.over === 'save-report' && mayWrite() && <SaveReport />}
      <Read shown={shown}>
        {(report) => <Body report={report} state={state} isFormer={shown.isFormer} />}
      </Read>
    </div>
  );
}

/** Returns the name that the CSV file has too. */
function fileNameOf(report: ReportBody | undefined): string {
  return report === undefined ? 'report' : `report-${report.from}-${report.to}`;
}

/** The days of a report and those that it is compared with. */
function Days({ report }: { report: ReportBody | undefined }): VNode {
  if (report === undefined) return <span class="grow" />;
  const { from, to, time_zone: zone } = report;
  const former = comparedTitle(report, todayIn(zone));
  return (
    <p class="soft grow" title={`Days in the zone ${zone}`}>
      {formatRange(from, to)}
      {former !== undefined && `, compared with ${former}`}
    </p>
  );
}

interface BodyProps {
  report: ReportBody;
  state: ReportState;
  isFormer: boolean;
}

function Body({ report, state, isFormer }: BodyProps): VNode {
  const unit = lineUnit(report.by);
  const isFiltered = Object.keys(state.filters).length > 0;
  if (report.by.length > 0 && report.rows.length === 0) return <NoRows isFiltered={isFiltered} />;
  const drawn = report.metrics.find(({ name }) => name === state.line)?.name ?? report.metrics[0]?.name;
  return (
    <>
      {report.notes.length > 0 && (
        <Notice kind="info">
          {report.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Notice>
      )}
      {unit !== undefined && drawn !== undefined && (
        <LineCard
          report={report}
          name={drawn}
          unit={unit}
          today={todayIn(report.time_zone)}
          isFormer={isFormer}
          tools={report.metrics.length > 1 ? <LineChoice report={report} drawn={drawn} /> : undefined}
        />
      )}
      <div class={isFormer ? 'is-former' : ''}>
        <ReportTable report={report} state={state} />
      </div>
      <OverflowCalls report={report} />
    </>
  );
}

/** Chooses the figure of the line. */
function LineChoice({ report, drawn }: { report: ReportBody; drawn: MetricName }): VNode {
  return (
    <select
      aria-label="Line"
      value={drawn}
      onChange={({ currentTarget }) => go(withQuery({ line: currentTarget.value }))}
    >
      {report.metrics.map(({ name }) => (
        <option key={name} value={name} selected={name === drawn}>
          {METRIC_WORDS[name].label}
        </option>
      ))}
    </select>
  );
}

function NoRows({ isFiltered }: { isFiltered: boolean }): VNode {
  if (isFiltered) {
    return (
      <Empty icon="filter" text="Nothing matches these filters on these days.">
        <a class="button" href={withQuery(Object.fromEntries(FILTERS.map((name) => [name, undefined])))}>
          Clear filters
        </a>
      </Empty>
    );
  }
  return (
    <Empty icon="reports" text="Nothing happened on these days.">
      <a class="button" href={withQuery({ relative: 'all_time', from: undefined, to: undefined })}>
        Show all time
      </a>
    </Empty>
  );
}
