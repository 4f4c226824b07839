/** Calls as a table. A row opens its call and links to its lead. */
import type { VNode } from 'preact';
import { amountText } from '../../components/text/field-text.ts';
import { formatPhone, When } from '../../components/text/values.tsx';
import { pathTo, withQuery } from '../../address/router.ts';
import { RowKeys } from '../leads/table/row-keys.tsx';
import { type Call, callerName, formatSeconds, RATING_NAMES } from './call.ts';
import { OutcomeChip } from './outcome-chip.tsx';
import type { Places } from './places.ts';
import { RowMenu } from './actions/row-menu.tsx';
import { SourceOf } from './source-of.tsx';
import { Table } from '../../components/table.tsx';

interface CallTableProps {
  calls: readonly Call[];
  places: Places;
  isFormer: boolean;
}

export function CallTable({ calls, places, isFormer }: CallTableProps): VNode {
  return (
    <div class={`card ${isFormer ? 'is-former' : ''}`}>
      <Table
        class="leads calls"
        caption="Calls"
        columns={[
          'Caller',
          'Outcome',
          { label: 'Length', class: 'on-medium number' },
          { label: 'To', class: 'on-wide' },
          { label: 'Source', class: 'on-medium' },
          { label: 'Value', class: 'on-wide number' },
          { label: 'When', class: 'on-medium', order: 'descending' },
          { label: 'Actions', isUnseen: true },
        ]}
      >
        {calls.map((call) => (
          <Row key={call.call_id} call={call} places={places} />
        ))}
      </Table>
      <RowKeys />
    </div>
  );
}

function Row({ call, places }: { call: Call; places: Places }): VNode {
  const { location_id: location, talk_seconds: seconds, lead_id: leadId } = call;
  const name = callerName(call);
  return (
    <tr>
      <th scope="row">
        <Caller call={call} />
      </th>
      <td>
        <OutcomeChip call={call} />
        {call.lead_status !== null && <span class="under">{RATING_NAMES[call.lead_status]}</span>}
      </td>
      <td class="on-medium number">{seconds === null ? '' : formatSeconds(seconds)}</td>
      <td class="on-wide">
        {location === null ? formatPhone(call.number) : places.nameOf(location)}
        {location !== null && <span class="under">{formatPhone(call.number)}</span>}
      </td>
      <td class="on-medium">
        <SourceOf item={call} />
      </td>
      <td class="on-wide number">{call.value !== null && amountText(call.value)}</td>
      <td class="on-medium soft">
        <When time={call.started_at} />
      </td>
      <td class="number nowrap">
        {leadId !== null && (
          <a class="lead-link" href={pathTo('leads', leadId)} aria-label={`The lead of ${name}`}>
            Lead
          </a>
        )}
        <RowMenu call={call} />
      </td>
    </tr>
  );
}

/** The name of the caller, which opens the call, with number, time and tags. */
function Caller({ call }: { call: Call }): VNode {
  const name = callerName(call);
  return (
    <>
      <a class="main" href={withQuery({ over: 'call', id: call.call_id })}>
        {name}
      </a>
      <span class="under">
        {call.from !== null && formatPhone(call.from) !== name && `${formatPhone(call.from)} `}
        {call.direction === 'outbound' ? 'outgoing call' : call.first_time && 'first call'}
      </span>
      <span class="under on-small">
        <When time={call.started_at} />
      </span>
      {call.tags.map((tag) => (
        <span key={tag} class="chip" dir="auto">
          {tag}
        </span>
      ))}
    </>
  );
}
