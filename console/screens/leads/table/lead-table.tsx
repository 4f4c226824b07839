/** The leads of a view as a table with links to the leads and sortable columns. */
import type { ComponentChildren, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { type LeadState, useFields, useStates } from '../../../api/company.ts';
import { useAfterFirst } from '../../../components/parts/after-first.ts';
import { fieldTexts } from '../../../components/text/field-text.ts';
import { formatPhone, StateChip, When } from '../../../components/text/values.tsx';
import { pathTo, withQuery } from '../../../address/router.ts';
import { channelName } from '../../../../worker/dni/pure/channels.ts';
import { type LeadSummary, nameOf, type ViewAnswer } from '../lead.ts';
import { isSearched, type ListQuery } from '../query.ts';
import type { VisitMember } from '../../../../worker/dni/pure/lead-visits.ts';
import { areChosen, type Column, isOfVisit, type OwnColumn, shownColumns } from './columns.ts';
import { Match } from './match.tsx';
import { RowKeys } from '../../../components/paging/row-keys.tsx';
import { SelectLead, SelectPage } from './select-boxes.tsx';
import { selection } from './selection.ts';

/** The rows visible on a large screen. The other rows of the page are drawn later. */
const FIRST_ROWS = 25;
/** The width from which a column is shown unless the user chose it; others are shown from a large width on. */
const FROM: Readonly<Record<string, string>> = {
  phone: 'on-medium',
  state: '',
  lead_source: 'on-medium',
  campaign_first: 'on-broad',
  lead_modification_time: 'on-wide',
};

interface LeadTableProps {
  leads: readonly LeadSummary[];
  query: ListQuery;
  /** The order of the leads. */
  sort: ViewAnswer['sort'];
  isFormer: boolean;
  /** Whether rows may be drawn later: the data was not loaded when the screen was opened. */
  canWait: boolean;
}

export function LeadTable({ leads, query, sort, isFormer, canWait }: LeadTableProps): VNode {
  const searched = isSearched(query) ? query.text : undefined;
  const { data: states } = useStates();
  const { data: fields } = useFields();
  const isWide = areChosen();
  const ids = shownColumns(fields ?? [])
    .map(({ id }) => id)
    .join();
  const columns = useMemo(() => shownColumns(fields ?? []), [fields, ids]);
  const isWhole = useAfterFirst(canWait, 2);
  // The next rendering skips unchanged elements.
  const [first, rest] = useMemo(() => {
    const rows = leads.map((lead) => (
      <Row key={lead.lead_id} lead={lead} columns={columns} states={states} searched={searched} />
    ));
    return [rows.slice(0, FIRST_ROWS), rows.slice(FIRST_ROWS)];
  }, [leads, columns, states, isWide, searched]);
  return (
    <div class={`card ${isFormer ? 'is-former' : ''} ${isWide ? 'scrolls' : ''}`}>
      <table class={`table leads ${searched === undefined ? '' : 'searched'}`}>
        <caption class="unseen">Leads</caption>
        <HeadRow leads={leads} columns={columns} query={query} sort={sort} />
        <tbody>
          {first}
          {isWhole && rest}
        </tbody>
      </table>
      <RowKeys />
    </div>
  );
}

function HeadRow({
  leads,
  columns,
  query,
  sort,
}: Pick<LeadTableProps, 'leads' | 'query' | 'sort'> & { columns: readonly Column[] }): VNode {
  const order = orderOf(sort);
  return (
    <thead>
      <tr>
        <SelectPage ids={leads.map(({ lead_id: id }) => id)} />
        <Head field="name" label="Name" query={query} order={order} />
        {isSearched(query) && <th scope="col">Match</th>}
        {columns.map((column) => (
          <Head
            key={column.id}
            field={sortOf(column)}
            label={column.label}
            query={query}
            order={order}
            class={classOf(column)}
          />
        ))}
      </tr>
    </thead>
  );
}

function sortOf({ id, field }: Column): string | undefined {
  if (field === undefined) return id;
  return field.sortable ? field.name : undefined;
}

function classOf({ id, field }: Column): string {
  const isNumber = field?.type === 'currency' || field?.type === 'number';
  return `${areChosen() ? '' : (FROM[id] ?? 'on-large')} ${isNumber ? 'number' : ''}`.trim();
}

interface RowProps {
  lead: LeadSummary;
  columns: readonly Column[];
  states: readonly LeadState[] | undefined;
  /** The text of the search, if there is one. */
  searched: string | undefined;
}

function Row({ lead, columns, states, searched }: RowProps): VNode {
  return (
    <tr class={selection.value.ids.has(lead.lead_id) ? 'is-selected' : undefined}>
      <SelectLead leadId={lead.lead_id} name={nameOf(lead)} />
      <th scope="row">
        <a class="main" href={pathTo('leads', lead.lead_id)}>
          <bdi>{nameOf(lead)}</bdi>
        </a>
        <RowTags tags={lead.tags ?? []} />
      </th>
      {searched !== undefined && (
        <td class="matched">{lead.match && <Match match={lead.match} text={searched} />}</td>
      )}
      {columns.map((column) => (
        <td key={column.id} class={classOf(column)}>
          {column.field === undefined
            ? cellOf(lead, column.id, states)
            : fieldTexts(column.field, lead.lead_fields?.[column.field.name]).join('; ')}
        </td>
      ))}
    </tr>
  );
}

type Cells = Record<
  Exclude<OwnColumn, VisitMember>,
  (lead: LeadSummary, states: RowProps['states']) => ComponentChildren
>;

const CELLS: Cells = {
  phone: ({ phones: [phone] = [] }) => phone && formatPhone(phone.phone),
  email: ({ emails: [email] = [] }) => email?.email,
  state: ({ state }, states) => <StateChip state={state} states={states} />,
  lead_source: ({ lead_source: source }) => source !== undefined && channelName(source),
  user_assigned: ({ assigned_to: user }) => user?.name ?? <span class="soft">Unassigned</span>,
  source_tags: ({ source_tags: [tag] }) => tag !== undefined && <span class="chip">{tag}</span>,
  lead_creation_time: ({ lead_creation_time: time }) => <When time={time} />,
  lead_modification_time: ({ lead_modification_time: time }) => <When time={time} />,
};

/** Returns the cell of a column that every company has. */
function cellOf(lead: LeadSummary, id: OwnColumn, states: RowProps['states']): ComponentChildren {
  if (!isOfVisit(id)) return CELLS[id](lead, states);
  return id.startsWith('source') ? channelName(lead[id] ?? '') : lead[id];
}

/** The first tag of a lead, and how many more it has. Its page shows all. */
function RowTags({ tags: [first, ...others] }: { tags: readonly string[] }): VNode | null {
  if (first === undefined) return null;
  return (
    <span class="tags">
      <span class="chip">{first}</span>
      {others.length > 0 && <span class="soft small">+{others.length}</span>}
    </span>
  );
}

/** Returns the first field of an order, in the form of the URL. */
function orderOf(sort: ViewAnswer['sort']): string | undefined {
  const [first] = Object.entries(sort);
  return first && (first[1].order === 'desc' ? `-${first[0]}` : first[0]);
}

interface HeadProps {
  /** The field to sort by; undefined if the column cannot be sorted. */
  field: string | undefined;
  label: string;
  query: ListQuery;
  /** The field that the list is sorted by; `-` before it for descending order. */
  order: string | undefined;
  class?: string;
}

function Head({ field, label, query, order: sort, class: className }: HeadProps): VNode {
  if (field === undefined) {
    return (
      <th scope="col" class={className}>
        {label}
      </th>
    );
  }
  const isUp = sort === field;
  const isDown = sort === `-${field}`;
  const order = isUp ? 'ascending' : 'descending';
  // Ascending, descending, then the view's own order.
  const next = isUp ? `-${field}` : query.sort === `-${field}` ? undefined : field;
  return (
    <th scope="col" class={className} aria-sort={isUp || isDown ? order : undefined}>
      <a class="sort" href={withQuery({ sort: next, start: undefined })}>
        {label}
      </a>
    </th>
  );
}
