/** The saved reports: one's own and the shared ones, by name. */
import type { VNode } from 'preact';
import { Example } from '../../../components/text/example.tsx';
import { useEffect } from 'preact/hooks';
import { go, pathTo, place, withQuery } from '../../../address/router.ts';
import { usePeople } from '../../../api/company.ts';
import { useResource } from '../../../api/resource.ts';
import { mayWrite } from '../../../api/user.ts';
import { Icon } from '../../../components/icon.tsx';
import { Empty } from '../../../components/notice.tsx';
import { toastFailure } from '../../../components/over/toasts.tsx';
import { later } from '../../../components/parts/lazy.tsx';
import { Read } from '../../../components/read.tsx';
import { Table } from '../../../components/table.tsx';
import { When } from '../../../components/text/values.tsx';
import { describe, type SavedReport, type Schedule, scheduleText, screenQueryOf } from './saved.ts';
import { removeReport, savedPath } from './saved-actions.ts';

const EXAMPLE = [['Calls by source', 'every Monday at 8 AM', 'all managers']] as const;

const ReportForm = later<{ reportId: string }>(async () => (await import('./report-form.tsx')).ReportForm);

/** Shows the list, or goes to the report that the URL names. */
export function SavedReports(): VNode {
  const { rest, over, query } = place.value;
  const [, id] = rest;
  const edited = query.get('id');
  if (id !== undefined) return <Opening reportId={id} />;
  return (
    <>
      <List />
      {over === 'saved-report' && edited !== null && mayWrite() && (
        <ReportForm key={edited} reportId={edited} />
      )}
    </>
  );
}

function Opening({ reportId }: { reportId: string }): VNode {
  const shown = useResource<SavedReport>(savedPath(`/${reportId}`));
  const { data } = shown;
  useEffect(() => {
    if (data !== undefined) go(figuresOf(data), { replace: true });
  }, [data]);
  return <Read shown={shown}>{() => null}</Read>;
}

function List(): VNode {
  const shown = useResource<SavedReport[]>(savedPath());
  return (
    <Read shown={shown}>
      {(reports) =>
        reports.length === 0 ? (
          <Empty
            icon="reports"
            text={
              mayWrite()
                ? 'No saved reports yet. Choose figures and days, and save them under a name.'
                : 'No saved reports yet.'
            }
          >
            <a class="button" href={pathTo('reports', 'figures')}>
              Go to the figures
            </a>
            <Example rows={EXAMPLE} />
          </Empty>
        ) : (
          <div class="card">
            <Table
              class="narrowing"
              caption="Saved reports"
              columns={[
                'Report',
                { label: 'Sent', class: 'on-medium' },
                { label: 'For', class: 'on-medium' },
                { label: 'Actions', isUnseen: true },
              ]}
            >
              {reports.map((report) => (
                <Row key={report.report_id} report={report} />
              ))}
            </Table>
          </div>
        )
      }
    </Read>
  );
}

function Row({ report }: { report: SavedReport }): VNode {
  const { name, is_shared: isShared, owner_id: owner, schedule } = report;
  const { data: people = [] } = usePeople();
  const by = people.find(({ user_id: user }) => user === owner)?.name;
  return (
    <tr>
      <th scope="row">
        <a class="main" href={figuresOf(report)}>
          {name}
        </a>
        <span class="under">{describe(report)}</span>
      </th>
      <td class="on-medium">
        {schedule === null ? <span class="soft">When opened</span> : <Sending schedule={schedule} />}
      </td>
      <td class="on-medium">
        {isShared ? 'All managers' : 'You'}
        {isShared && by !== undefined && <span class="under">Saved by {by}</span>}
      </td>
      <td>{mayWrite() && <RowButtons report={report} />}</td>
    </tr>
  );
}

function RowButtons({ report }: { report: SavedReport }): VNode {
  const { report_id: id, name } = report;
  return (
    <div class="row-buttons">
      <a class="button slim" href={withQuery({ over: 'saved-report', id })}>
        Edit<span class="unseen"> {name}</span>
      </a>
      <button
        type="button"
        class="button plain icon"
        aria-label={`Remove ${name}`}
        onClick={() => void removeReport(report).catch(toastFailure)}
      >
        <Icon name="trash" size={16} />
      </button>
    </div>
  );
}

function Sending({ schedule }: { schedule: Schedule }): VNode {
  const { next_time: next, last_error: error } = schedule;
  return (
    <>
      {scheduleText(schedule)}
      {next !== null && (
        <span class="under">
          Next <When time={next} />
        </span>
      )}
      {error !== null && <span class="under">Not sent the last time: {error}</span>}
    </>
  );
}

function figuresOf(report: SavedReport): string {
  return `${pathTo('reports', 'figures')}?${screenQueryOf(report)}`;
}
