/** The calls, texts, forms or leads behind a figure of a report, latest first. */
import type { VNode } from 'preact';
import type {
  FormsBehind,
  LeadsBehind,
  MessagesBehind,
} from '../../../../worker/core/reports/queries/answer-schema.ts';
import { companyPath } from '../../../api/company.ts';
import { type Shown, useResource } from '../../../api/resource.ts';
import { pathTo, place } from '../../../address/router.ts';
import { Icon } from '../../../components/icon.tsx';
import { Empty } from '../../../components/notice.tsx';
import { Pages } from '../../../components/paging/pages.tsx';
import { Read } from '../../../components/read.tsx';
import { formatCount } from '../../../components/text/values.tsx';
import type { ReportBody } from '../figures/report.ts';
import type { CallPage } from '../../calls/call.ts';
import { CallTable } from '../../calls/call-table.tsx';
import { type Places, usePlaces } from '../../../api/places.ts';
import { Texts } from '../../calls/text-list.tsx';
import { FormRows } from './form-rows.tsx';
import { LeadRows } from './lead-rows.tsx';
import {
  conditionsOf,
  metricOf,
  recordParameters,
  type Records,
  recordsTitle,
  totalParameters,
} from './records-query.ts';
import { later } from '../../../components/parts/lazy.tsx';

const CallDialog = later(async () => (await import('../../calls/call-dialog.tsx')).CallDialog);

export function RecordList({ of }: { of: Records }): VNode {
  const { query } = place.value;
  const places = usePlaces();
  return (
    <>
      <a class="back" href={`${pathTo('reports')}?${reportOf(query)}`}>
        <Icon name="left" size={16} /> Reports
      </a>
      <div class="head">
        <h1 tabIndex={-1}>{recordsTitle(of, query)}</h1>
        <Total of={of} />
        <ul class="row conditions">
          {conditionsOf(query, places.nameOf).map((text) => (
            <li key={text} class="chip">
              {text}
            </li>
          ))}
        </ul>
      </div>
      {query.get('only') === 'not_called_back' && (
        <p class="soft">
          Each missed call after which nobody talked with the caller, also if somebody marked it as done. The{' '}
          <a href={pathTo('inbox')}>inbox</a> has one row for each person who still waits, also for texts and
          forms.
        </p>
      )}
      <div class="list-main">
        {of === 'calls' && <Calls places={places} />}
        {of === 'texts' && <Messages />}
        {of === 'forms' && <Forms />}
        {of === 'leads' && <Leads />}
      </div>
    </>
  );
}

/** How many there are: the figure that led here, which the report counts. */
function Total({ of }: { of: Records }): VNode | null {
  const metric = metricOf(of, place.value.query.get('only'));
  const { data } = useResource<ReportBody>(
    metric && companyPath(`/reports/query?${totalParameters(place.value.query, metric)}`),
  );
  const total = metric && data?.totals[metric];
  return typeof total === 'number' ? <output class="soft">{formatCount(total)} in all</output> : null;
}

function useRecords<Page>(of: Records): Shown<Page> {
  return useResource<Page>(companyPath(`/reports/${of}?${recordParameters(place.value.query)}`));
}

function Calls({ places }: { places: Places }): VNode {
  const shown = useRecords<CallPage>('calls');
  const { over, query } = place.value;
  const opened = over === 'call' ? query.get('id') : null;
  return (
    <>
      <Read shown={shown}>
        {({ calls, next_cursor: next }) => (
          <Page count={calls.length} next={next}>
            <CallTable calls={calls} places={places} isFormer={shown.isFormer} />
          </Page>
        )}
      </Read>
      {opened !== null && <CallDialog key={opened} callId={opened} places={places} />}
    </>
  );
}

function Messages(): VNode {
  const shown = useRecords<MessagesBehind>('texts');
  return (
    <Read shown={shown}>
      {({ texts, next_cursor: next }) => (
        <Page count={texts.length} next={next}>
          <Texts texts={texts} />
        </Page>
      )}
    </Read>
  );
}

function Forms(): VNode {
  const shown = useRecords<FormsBehind>('forms');
  return (
    <Read shown={shown}>
      {({ forms, next_cursor: next }) => (
        <Page count={forms.length} next={next}>
          <FormRows forms={forms} isFormer={shown.isFormer} />
        </Page>
      )}
    </Read>
  );
}

function Leads(): VNode {
  const shown = useRecords<LeadsBehind>('leads');
  return (
    <Read shown={shown}>
      {({ leads, next_cursor: next }) => (
        <Page count={leads.length} next={next}>
          <LeadRows leads={leads} isFormer={shown.isFormer} />
        </Page>
      )}
    </Read>
  );
}

function Page({
  count,
  next,
  children,
}: {
  count: number;
  next: string | undefined;
  children: VNode;
}): VNode {
  if (count === 0) {
    return (
      <Empty icon="search" text="This figure has changed. There is nothing to list now.">
        <a class="button" href={pathTo('reports')}>
          Go to the reports
        </a>
      </Empty>
    );
  }
  return (
    <>
      {children}
      <Pages isFirst={!place.value.query.has('cursor')} next={next} />
    </>
  );
}

/** Returns the query of the report of the same days and filters. */
function reportOf(query: URLSearchParams): URLSearchParams {
  const parameters = recordParameters(query);
  for (const name of ['only', 'cursor', 'include', 'first_time']) parameters.delete(name);
  return parameters;
}
