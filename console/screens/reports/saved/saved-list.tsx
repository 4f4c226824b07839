/** The saved reports: one's own and the shared ones, by name. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { go, pathTo, place, withQuery } from '../../../address/router.ts';
import { usePeople } from '../../../api/company.ts';
import { useResource } from '../../../api/resource.ts';
import { mayWrite } from '../../../api/user.ts';
import { List, RemoveButton } from '../../../components/list.tsx';
import { toastFailure } from '../../../components/over/toasts.tsx';
import { later } from '../../../components/parts/lazy.tsx';
import { Read } from '../../../components/read.tsx';
import { When } from '../../../components/text/values.tsx';
import { formatHour } from '../../../formats/english.ts';
import { useSaving } from '../../../forms/saving.ts';
import {
  describe,
  receiversOf,
  type SavedReport,
  type Schedule,
  scheduleText,
  SETTLED,
  stateText,
  screenQueryOf,
} from './saved.ts';
import { askAgain, removeReport, savedPath, sendReport } from './saved-actions.ts';

/** How long an address that was asked is not asked again. */
const DAY_MS = 24 * 60 * 60_000;

const EXAMPLE = [['Calls by source', `every Monday at ${formatHour(8)}`, 'all managers']] as const;

const ReportForm = later<{ reportId: string }>(async () => (await import('./report-form.tsx')).ReportForm);

const ShareReport = later<{ reportId: string }>(async () => (await import('./share-report.tsx')).ShareReport);

/** Shows the list, or goes to the report that the URL names. */
export function SavedReports(): VNode {
  const { rest, over, query } = place.value;
  const [, id] = rest;
  const edited = query.get('id');
  if (id !== undefined) return <Opening reportId={id} />;
  return (
    <>
      <Reports />
      {over === 'saved-report' && edited !== null && mayWrite() && (
        <ReportForm key={edited} reportId={edited} />
      )}
      {over === 'share-report' && edited !== null && mayWrite() && (
        <ShareReport key={edited} reportId={edited} />
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

function Reports(): VNode {
  const shown = useResource<SavedReport[]>(savedPath());
  return (
    <Read shown={shown}>
      {(reports) => (
        <List
          class="narrowing"
          caption="Saved reports"
          items={reports}
          keyOf={({ report_id: id }) => id}
          add={reports.length === 0 && <FiguresLink />}
          empty={{
            icon: 'reports',
            text: mayWrite()
              ? 'No saved reports yet. Choose figures and days, and save them under a name.'
              : 'No saved reports yet.',
            example: EXAMPLE,
          }}
          columns={[
            'Report',
            { label: 'Sent', class: 'on-medium' },
            { label: 'For', class: 'on-medium' },
            { label: 'Actions', isUnseen: true },
          ]}
          cells={(report) => [
            <Name report={report} />,
            <Sending report={report} />,
            <Audience report={report} />,
            mayWrite() && <RowButtons report={report} />,
          ]}
        />
      )}
    </Read>
  );
}

function FiguresLink(): VNode {
  return (
    <a class="button" href={pathTo('reports', 'figures')}>
      Go to the figures
    </a>
  );
}

function Name({ report }: { report: SavedReport }): VNode {
  return (
    <>
      <a class="main" href={figuresOf(report)}>
        {report.name}
      </a>
      <span class="under">{describe(report)}</span>
    </>
  );
}

function Audience({ report }: { report: SavedReport }): VNode {
  const { is_shared: isShared, owner_id: owner, shared_until: until } = report;
  const { data: people = [] } = usePeople();
  const by = people.find(({ user_id: user }) => user === owner)?.name;
  return (
    <>
      {isShared ? 'All managers' : 'You'}
      {isShared && by !== undefined && <span class="under">Saved by {by}</span>}
      {until !== null && (
        <span class="under">
          And whoever has its link, until <When time={until} />
        </span>
      )}
    </>
  );
}

function RowButtons({ report }: { report: SavedReport }): VNode {
  const { report_id: id, name } = report;
  const { isBusy, save: send } = useSaving(() => sendReport(report).catch(toastFailure));
  return (
    <div class="row-buttons">
      {report.schedule !== null && (
        <button type="button" class="button slim" disabled={isBusy} onClick={() => send()}>
          Send now<span class="unseen"> {name}</span>
        </button>
      )}
      <a class="button slim" href={withQuery({ over: 'share-report', id })}>
        Share<span class="unseen"> {name}</span>
      </a>
      <a class="button slim" href={withQuery({ over: 'saved-report', id })}>
        Edit<span class="unseen"> {name}</span>
      </a>
      <RemoveButton name={name} remove={() => removeReport(report)} />
    </div>
  );
}

function Sending({ report }: { report: SavedReport }): VNode {
  const { schedule } = report;
  if (schedule === null) return <span class="soft">When opened</span>;
  const { next_time: next, last_error: error } = schedule;
  return (
    <>
      {scheduleText(schedule)}
      {next !== null && (
        <span class="under">
          Next <When time={next} />
        </span>
      )}
      {error === null ? (
        <Receivers schedule={schedule} />
      ) : (
        <span class="under">Not sent the last time: {error}</span>
      )}
      <Outsiders report={report} schedule={schedule} />
    </>
  );
}

/** Names who receives a report, or says that nobody does any more. */
function Receivers({ schedule: { user_ids: ids, emails } }: { schedule: Schedule }): VNode | null {
  const { data: people } = usePeople();
  if (people === undefined) return null;
  const names = receiversOf(ids, people).map(({ name }) => name);
  if (names.length > 0) return <span class="under">To {names.join(', ')}</span>;
  if (emails.length > 0) return null;
  if (ids.length === 0) return <span class="under">To nobody but webhooks</span>;
  return <span class="fault">Nobody receives it any more. Choose other people with Edit.</span>;
}

/** Names the people outside who get a report, and whether each has confirmed. */
function Outsiders({ report, schedule }: { report: SavedReport; schedule: Schedule }): VNode | null {
  const { recipients } = schedule;
  const { isBusy, save: ask } = useSaving(() => askAgain(report, schedule).catch(toastFailure));
  if (recipients.length === 0) return null;
  return (
    <>
      {recipients.map((recipient) => (
        <span key={recipient.email} class="under">
          {recipient.email}: {stateText(recipient)}
          {recipient.state_time !== null && recipient.state !== 'confirmed' && (
            <>
              {' '}
              <When time={recipient.state_time} />
            </>
          )}
          {recipient.last_error !== null && `. ${recipient.last_error}`}
        </span>
      ))}
      {mayWrite() && recipients.some(mayBeAsked) && (
        <button type="button" class="button slim" disabled={isBusy} onClick={() => ask()}>
          Ask again<span class="unseen"> for {report.name}</span>
        </button>
      )}
    </>
  );
}

/** An address is asked once a day at most. */
function mayBeAsked({ state, state_time: time }: Schedule['recipients'][number]): boolean {
  const isFresh = state === 'asked' && time !== null && Date.now() - Date.parse(time) < DAY_MS;
  return !SETTLED.includes(state) && !isFresh;
}

function figuresOf(report: SavedReport): string {
  return `${pathTo('reports', 'figures')}?${screenQueryOf(report)}`;
}
