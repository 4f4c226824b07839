/** Shows the results of a search: each lead with the value that matched. */
import type { VNode } from 'preact';
import { type Person, usePeople } from '../../../api/company.ts';
import { formatPhone, plural } from '../../../components/text/values.tsx';
import { pathTo } from '../../../address/router.ts';
import type { Hit } from '../lead.ts';
import { RowKeys } from './row-keys.tsx';
import { SelectLead, SelectPage } from './select-boxes.tsx';
import { selection } from './selection.ts';

interface HitTableProps {
  hits: readonly Hit[];
  text: string;
  total: number;
  isFormer: boolean;
}

export function HitTable({ hits, text, total, isFormer }: HitTableProps): VNode {
  const { data: people } = usePeople();
  return (
    <>
      <output class="found">{plural(total, 'lead')} found</output>
      <div class={`card ${isFormer ? 'is-former' : ''}`}>
        <table class="table leads hits">
          <caption class="unseen">Leads found</caption>
          <thead>
            <tr>
              <SelectPage ids={hits.map(({ lead_id: id }) => id)} />
              <th scope="col">Name</th>
              <th scope="col">Match</th>
              <th scope="col" class="on-medium">
                Phone
              </th>
              <th scope="col" class="on-large">
                E-mail
              </th>
              <th scope="col" class="on-medium">
                Assigned to
              </th>
            </tr>
          </thead>
          <tbody>
            {hits.map((hit) => (
              <Row key={hit.lead_id} hit={hit} text={text} people={people} />
            ))}
          </tbody>
        </table>
        <RowKeys />
      </div>
    </>
  );
}

interface RowProps {
  hit: Hit;
  text: string;
  people: readonly Person[] | undefined;
}

function Row({ hit, text, people }: RowProps): VNode {
  return (
    <tr class={selection.value.ids.has(hit.lead_id) ? 'is-selected' : undefined}>
      <SelectLead leadId={hit.lead_id} name={nameOfHit(hit)} />
      <th scope="row">
        <LeadLink hit={hit} />
      </th>
      <td class="matched">
        <span class="soft small">{hit.field_name}</span> <Marked value={printed(hit)} text={text} />
      </td>
      <td class="on-medium nowrap">{hit.phone && formatPhone(hit.phone)}</td>
      <td class="on-large">{hit.email}</td>
      <td class="on-medium">{people?.find(({ user_id: id }) => id === hit.user_assigned_to)?.name}</td>
    </tr>
  );
}

function LeadLink({ hit }: { hit: Hit }): VNode {
  return (
    <a class="main" href={pathTo('leads', hit.lead_id)}>
      <bdi>{nameOfHit(hit)}</bdi>
    </a>
  );
}

function nameOfHit(hit: Hit): string {
  return hit.name ?? hit.email ?? hit.phone ?? 'Unnamed';
}

function printed({ search_field_name: field, field_value: value }: Hit): string {
  return field === 'phone' ? formatPhone(value) : value;
}

/** Highlights the searched text in a value if the value contains it literally. */
function Marked({ value, text }: { value: string; text: string }): VNode {
  const at = value.toLowerCase().indexOf(text.trim().toLowerCase());
  if (at < 0) return <span>{value}</span>;
  const end = at + text.trim().length;
  return (
    <span>
      {value.slice(0, at)}
      <mark>{value.slice(at, end)}</mark>
      {value.slice(end)}
    </span>
  );
}
