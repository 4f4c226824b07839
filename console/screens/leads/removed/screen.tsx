/** The list of removed leads, newest removal first. Each has a Restore button while that is possible. */
import type { VNode } from 'preact';
import { type Person, companyPath, usePeople, useStates } from '../../../api/company.ts';
import { Icon } from '../../../components/icon.tsx';
import { List } from '../../../components/list.tsx';
import { Empty } from '../../../components/notice.tsx';
import { Paging } from '../../../components/paging/paging.tsx';
import { Read } from '../../../components/read.tsx';
import { useSaving } from '../../../forms/saving.ts';
import { toastFailure } from '../../../components/over/toasts.tsx';
import { formatDay, formatPhone, plural, StateChip, When } from '../../../components/text/values.tsx';
import { useResource } from '../../../api/resource.ts';
import { pathTo, place, withQuery } from '../../../address/router.ts';
import { nameOf } from '../lead.ts';
import { readListQuery } from '../query.ts';
import { Search } from '../search.tsx';
import { isManager } from '../../../api/user.ts';
import { type RemovedLead, type RemovedPage, restoreLead } from './removed.ts';

export function RemovedScreen(): VNode {
  return (
    <>
      <header class="head">
        <h1 tabIndex={-1}>Removed leads</h1>
        <a class="button" href={pathTo('leads')}>
          <Icon name="left" /> All leads
        </a>
      </header>
      {isManager() ? (
        <RemovedList />
      ) : (
        <Empty icon="trash" text="Only managers and super admins can see and restore removed leads." />
      )}
    </>
  );
}

function RemovedList(): VNode {
  const { text, start, size } = readListQuery(place.value.query);
  const parameters = new URLSearchParams({ q: text.trim(), start: String(start), size: String(size) });
  const shown = useResource<RemovedPage>(companyPath(`/leads/removed?${parameters}`));
  return (
    <>
      <Search
        text={text}
        label="Search removed leads"
        placeholder="Search by name, phone, e-mail"
        least={1}
      />
      <div class="list-main" aria-busy={shown.isFormer || shown.isBusy}>
        <Read shown={shown}>
          {({ count, removed }) =>
            removed.length === 0 ? (
              <NoneRemoved text={text} />
            ) : (
              <>
                <output class="small soft">{plural(count, 'removed lead')}</output>
                <RemovedTable removed={removed} isFormer={shown.isFormer} />
                <Paging start={start} size={size} total={count} />
              </>
            )
          }
        </Read>
      </div>
    </>
  );
}

function NoneRemoved({ text }: { text: string }): VNode {
  if (text.trim() === '') {
    return (
      <Empty
        icon="trash"
        text="No removed leads. A removed lead stays here, and can be restored, until it is erased for good."
      />
    );
  }
  return (
    <Empty icon="search" text={`No removed lead has “${text}” in its name, e-mails or phones.`}>
      <a class="button" href={withQuery({ q: undefined, start: undefined })}>
        Show all removed leads
      </a>
    </Empty>
  );
}

function RemovedTable({ removed, isFormer }: { removed: readonly RemovedLead[]; isFormer: boolean }): VNode {
  const { data: people } = usePeople();
  const { data: states } = useStates();
  return (
    <List
      class="leads"
      caption="Removed leads"
      items={removed}
      keyOf={({ lead_id: id }) => id}
      isFormer={isFormer}
      columns={[
        'Name',
        { label: 'Phone', class: 'on-medium', cells: 'on-medium nowrap' },
        { label: 'State', class: 'on-wide' },
        { label: 'Removed', class: 'on-medium', cells: 'on-medium soft' },
        { label: 'Removed by', class: 'on-wide' },
        { label: 'Restorable until', cells: 'nowrap' },
        { label: 'Actions', isUnseen: true },
      ]}
      cells={(each) => [
        <Name lead={each.lead} />,
        each.lead.phones[0] && formatPhone(each.lead.phones[0].phone),
        <StateChip state={each.lead.state} states={states} />,
        <When time={each.removed_time} />,
        whoIs(each.removed_by, people),
        formatDay(new Date(each.restorable_until)),
        <Restore removed={each} />,
      ]}
    />
  );
}

function Name({ lead }: Pick<RemovedLead, 'lead'>): VNode {
  return (
    <>
      <span class="main" dir="auto">
        {nameOf(lead)}
      </span>
      <span class="under">{lead.name === undefined ? undefined : lead.emails[0]?.email}</span>
    </>
  );
}

function Restore({ removed }: { removed: RemovedLead }): VNode {
  const { isBusy, save } = useSaving(() => restoreLead(removed).catch(toastFailure));
  return (
    <button
      type="button"
      class="button slim"
      aria-label={`Restore ${nameOf(removed.lead)}`}
      disabled={isBusy}
      onClick={() => save()}
    >
      Restore
    </button>
  );
}

/** Returns the name of the user or key that removed a lead. */
function whoIs(by: string, people: readonly Person[] | undefined): string {
  const [kind = '', id] = by.split(':');
  if (kind === 'key') return 'API key';
  return (
    people?.find(({ user_id: own }) => own === id)?.name ?? (kind === 'user' ? 'Former user' : 'Leadline')
  );
}
