/** The log, newest first. Each entry opens to the values before and after. */
import type { AuditPage } from '../../../../worker/core/engine/log/reference.ts';
import type { VNode } from 'preact';
import { companyPath, usePeople } from '../../../api/company.ts';
import { Empty } from '../../../components/notice.tsx';
import { Pages } from '../../../components/paging/pages.tsx';
import { Read } from '../../../components/read.tsx';
import { formatPhone, When } from '../../../components/text/values.tsx';
import { pathTo, place, withQuery } from '../../../address/router.ts';
import { useResource } from '../../../api/resource.ts';
import { FILTERS, LogFilters, logParameters } from './log-filters.tsx';
import {
  whoText,
  actionText,
  type LogEntry,
  settingsText,
  type LoggedMember,
  membersOf,
  refusedText,
  subjectText,
} from './log-words.ts';
import { List } from '../../../components/list.tsx';

export function Log(): VNode {
  const { query } = place.value;
  const parameters = logParameters(query, new Date());
  const shown = useResource<AuditPage>(companyPath(`/audit?${parameters}`));
  return (
    <div aria-busy={shown.isFormer || shown.isBusy}>
      <LogFilters />
      <Read shown={shown}>
        {({ entries, next_cursor: next }) =>
          entries.length === 0 ? (
            <NoEntries isNarrowed={FILTERS.some((name) => query.has(name))} />
          ) : (
            <>
              <List
                class="log"
                caption="Log"
                items={entries}
                keyOf={({ request_id: id, action, subject }) => `${id}${action}${subject}`}
                columns={COLUMNS}
                cells={(entry) => [
                  <Action entry={entry} />,
                  whoText(entry),
                  <Subject entry={entry} />,
                  <When time={entry.time} />,
                ]}
              />
              <Pages isFirst={!query.has('cursor')} next={next} />
            </>
          )
        }
      </Read>
    </div>
  );
}

function NoEntries({ isNarrowed }: { isNarrowed: boolean }): VNode {
  if (!isNarrowed)
    return (
      <Empty icon="clock" text="No entries yet. Changes to settings, users and leads are listed here." />
    );
  return (
    <Empty icon="filter" text="No entries match these filters.">
      <a class="button" href={withQuery(Object.fromEntries(FILTERS.map((name) => [name, undefined])))}>
        Clear filters
      </a>
    </Empty>
  );
}

const COLUMNS = [
  'Action',
  'Who',
  { label: 'Subject', class: 'on-medium', cells: 'on-medium soft subject' },
  { label: 'When', cells: 'soft' },
];

function Action({ entry }: { entry: LogEntry }): VNode {
  const members = membersOf(entry);
  if (members.length === 0) return <span class="no-more">{actionText(entry.action)}</span>;
  return (
    <details>
      <summary>{actionText(entry.action)}</summary>
      <MemberList members={members} />
    </details>
  );
}

function MemberList({ members }: { members: readonly LoggedMember[] }): VNode {
  return (
    <dl class="log-members">
      {members.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {before !== undefined && (
              <>
                <del>
                  <span class="unseen">before: </span>
                  {before}
                </del>{' '}
                <span aria-hidden="true">→</span> <span class="unseen">after: </span>
              </>
            )}
            <span>{after}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Names settings, with a link to a receiver of messages. */
function Settings({ name, record }: { name: string; record: string | undefined }): VNode {
  if (record === undefined) return <>{settingsText(name)}</>;
  if (name === 'webhooks') return <a href={pathTo('company', 'webhooks', record)}>A webhook</a>;
  if (name === 'chat_channels') return <a href={pathTo('company', 'chat', record)}>A chat channel</a>;
  return <>{settingsText(name)}</>;
}

/** Names the subject of an entry, with a link to it if there is one. */
function Subject({ entry: { action, subject, detail } }: { entry: LogEntry }): VNode {
  if (action === 'refused') return <>{refusedText(subject)}</>;
  const [kind = '', id = '', record] = subject.split(':');
  switch (kind) {
    case 'user':
      return <UserName userId={id} />;
    case 'key':
      return <a href={pathTo('people', 'keys')}>An API key</a>;
    case 'lead':
      return <a href={pathTo('leads', id)}>A lead</a>;
    case 'settings':
      return <Settings name={id} record={record} />;
    case 'number':
      return (
        <a href={pathTo('numbers', 'bought')}>
          {typeof detail['number'] === 'string' ? formatPhone(detail['number']) : 'A number'}
        </a>
      );
    default:
      return <>{subjectText(kind)}</>;
  }
}

function UserName({ userId }: { userId: string }): VNode {
  const { data: people = [] } = usePeople();
  return <>{people.find(({ user_id: own }) => own === userId)?.name ?? 'Somebody who is no user any more'}</>;
}
