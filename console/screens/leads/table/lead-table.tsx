/** The leads of a view as a table with links to the leads and sortable columns. */
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { VISIT_LABELS, type VisitMember } from '../../../../worker/dni/pure/lead-visits.ts';
import { type LeadField, type LeadState, useFields, useStates } from '../../../api/company.ts';
import { useAfterFirst } from '../../../components/parts/after-first.ts';
import { fieldTexts } from '../../../components/text/field-text.ts';
import { formatPhone, StateChip, When } from '../../../components/text/values.tsx';
import { pathTo, withQuery } from '../../../address/router.ts';
import { channelName } from '../../../../worker/dni/pure/channels.ts';
import { type LeadSummary, nameOf } from '../lead.ts';
import type { ListQuery } from '../query.ts';
import { RowKeys } from './row-keys.tsx';
import { SelectLead, SelectPage } from './select-boxes.tsx';
import { selection } from './selection.ts';
import { visitColumns } from './visit-columns.ts';

/** The most pinned fields with a column. */
const MAX_PINNED = 3;
const SHOWN_TAGS = 2;
/** The rows visible on a large screen. The other rows of the page are drawn later. */
const FIRST_ROWS = 25;

interface LeadTableProps {
  leads: readonly LeadSummary[];
  query: ListQuery;
  isFormer: boolean;
  /** Whether rows may be drawn later: the data was not loaded when the screen was opened. */
  canWait: boolean;
}

export function LeadTable({ leads, query, isFormer, canWait }: LeadTableProps): VNode {
  const { data: states } = useStates();
  const { data: fields } = useFields();
  const ofVisits = visitColumns.value;
  const isWhole = useAfterFirst(canWait, 2);
  const pinned = useMemo(() => (fields ?? []).filter((field) => field.pinned).slice(0, MAX_PINNED), [fields]);
  // The next rendering skips unchanged elements.
  const [first, rest] = useMemo(() => {
    const rows = leads.map((lead) => (
      <Row key={lead.lead_id} lead={lead} pinned={pinned} states={states} ofVisits={ofVisits} />
    ));
    return [rows.slice(0, FIRST_ROWS), rows.slice(FIRST_ROWS)];
  }, [leads, pinned, states, ofVisits]);
  return (
    <div class={`card ${isFormer ? 'is-former' : ''} ${ofVisits.length > 0 ? 'scrolls' : ''}`}>
      <table class="table leads">
        <caption class="unseen">Leads</caption>
        <TableHead
          ids={leads.map(({ lead_id: id }) => id)}
          pinned={pinned}
          ofVisits={ofVisits}
          query={query}
        />
        <tbody>
          {first}
          {isWhole && rest}
        </tbody>
      </table>
      <RowKeys />
    </div>
  );
}

interface TableHeadProps {
  /** The leads of the page. */
  ids: readonly string[];
  pinned: readonly LeadField[];
  ofVisits: readonly VisitMember[];
  query: ListQuery;
}

function TableHead({ ids, pinned, ofVisits, query }: TableHeadProps): VNode {
  return (
    <thead>
      <tr>
        <SelectPage ids={ids} />
        <Head field="name" label="Name" query={query} />
        <th scope="col" class="on-medium">
          Phone
        </th>
        <Head field="state" label="State" query={query} />
        {ofVisits.map((member) => (
          <Head key={member} field={member} label={VISIT_LABELS[member]} query={query} class="on-wide" />
        ))}
        <Head field="user_assigned" label="Assigned to" query={query} class="on-wide" />
        {pinned.map(({ name, label, sortable, type }) => (
          <Head
            key={name}
            field={sortable ? name : undefined}
            label={label}
            query={query}
            class={`on-large ${type === 'currency' || type === 'number' ? 'number' : ''}`}
          />
        ))}
        <th scope="col" class="on-large">
          Source
        </th>
        <Head field="lead_creation_time" label="Created" query={query} class="on-wide" />
      </tr>
    </thead>
  );
}

interface RowProps {
  lead: LeadSummary;
  pinned: readonly LeadField[];
  ofVisits: readonly VisitMember[];
  states: readonly LeadState[] | undefined;
}

function Row({ lead, pinned, ofVisits, states }: RowProps): VNode {
  const { phones = [], emails = [], assigned_to: assignee, source_tags: sources, tags = [] } = lead;
  const [phone] = phones;
  return (
    <tr class={selection.value.ids.has(lead.lead_id) ? 'is-selected' : undefined}>
      <SelectLead leadId={lead.lead_id} name={nameOf(lead)} />
      <th scope="row">
        <a class="main" dir="auto" href={pathTo('leads', lead.lead_id)}>
          {nameOf(lead)}
        </a>
        <span class="under">{lead.name === undefined ? undefined : emails[0]?.email}</span>
        <RowTags tags={tags} />
      </th>
      <td class="on-medium nowrap">{phone && formatPhone(phone.phone)}</td>
      <td>
        <StateChip state={lead.state} states={states} />
      </td>
      {ofVisits.map((member) => (
        <td key={member} class="on-wide">
          {visitValue(lead, member)}
        </td>
      ))}
      <td class="on-wide">{assignee?.name ?? <span class="soft">Unassigned</span>}</td>
      {pinned.map((field) => (
        <td
          key={field.name}
          class={`on-large ${field.type === 'currency' || field.type === 'number' ? 'number' : ''}`}
        >
          {fieldTexts(field, lead.lead_fields?.[field.name]).join('; ')}
        </td>
      ))}
      <td class="on-large">{sources[0] !== undefined && <span class="chip">{sources[0]}</span>}</td>
      <td class="on-wide soft">
        <When time={lead.lead_creation_time} />
      </td>
    </tr>
  );
}

/** Returns a member of a lead's visits, a source by its name. */
function visitValue(lead: LeadSummary, member: VisitMember): string {
  const value = lead[member] ?? '';
  return member.startsWith('source') ? channelName(value) : value;
}

/** The first tags of a lead. Its page shows all. */
function RowTags({ tags }: { tags: readonly string[] }): VNode | null {
  if (tags.length === 0) return null;
  const others = tags.length - SHOWN_TAGS;
  return (
    <span class="row tight tags">
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <span key={tag} class="chip">
          {tag}
        </span>
      ))}
      {others > 0 && <span class="soft small">+{others}</span>}
    </span>
  );
}

interface HeadProps {
  /** The field to sort by; undefined if the column cannot be sorted. */
  field: string | undefined;
  label: string;
  query: ListQuery;
  class?: string;
}

function Head({ field, label, query, class: className }: HeadProps): VNode {
  if (field === undefined) {
    return (
      <th scope="col" class={className}>
        {label}
      </th>
    );
  }
  const isUp = query.sort === field;
  const isDown = query.sort === `-${field}`;
  const order = isUp ? 'ascending' : 'descending';
  // Ascending, descending, then the view's own order.
  const next = isUp ? `-${field}` : isDown ? undefined : field;
  return (
    <th scope="col" class={className} aria-sort={isUp || isDown ? order : undefined}>
      <a class="sort" href={withQuery({ sort: next, start: undefined })}>
        {label}
      </a>
    </th>
  );
}
