/** Calls as a table. A row opens its call and links to its lead. */
import type { VNode } from 'preact';
import { amountText } from '../../components/text/field-text.ts';
import { formatPhone, When } from '../../components/text/values.tsx';
import { withQuery } from '../../address/router.ts';
import { RowKeys } from '../../components/paging/row-keys.tsx';
import { type Call, callerName, formatSeconds, RATING_NAMES } from './call.ts';
import { OutcomeChip } from './outcome-chip.tsx';
import type { Places } from '../../api/places.ts';
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
          { label: 'Outcome', class: 'outcome' },
          { label: 'Length', class: 'on-medium number' },
          { label: 'To', class: 'on-wide' },
          { label: 'Source', class: 'on-wide from' },
          { label: 'Value', class: 'on-broad number' },
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
  const { location_id: location, talk_seconds: seconds } = call;
  return (
    <tr>
      <th scope="row">
        <Caller call={call} />
      </th>
      <td class="outcome">
        <OutcomeChip call={call} />
      </td>
      <td class="on-medium number">{seconds === null ? '' : formatSeconds(seconds)}</td>
      <td class="on-wide to" title={formatPhone(call.number)}>
        {location === null ? formatPhone(call.number) : places.nameOf(location)}
      </td>
      <td class="on-wide from">
        <SourceOf item={call} />
      </td>
      <td class="on-broad number">{worthOf(call)}</td>
      <td class="on-medium soft">
        <When time={call.started_at} />
      </td>
      <td class="actions">
        <RowMenu call={call} />
      </td>
    </tr>
  );
}

/** The amount of a call, else its rating by users. */
function worthOf({ value, lead_status: rating }: Call): string {
  if (value !== null && rating !== 'not_a_lead') return amountText(value);
  return rating === null ? '' : RATING_NAMES[rating];
}

/** The name of the caller, which opens the call, with number and tags; on a phone with the time below it, on a small one with the outcome. */
function Caller({ call }: { call: Call }): VNode {
  const { from, tags } = call;
  const name = callerName(call);
  const number = from === null || formatPhone(from) === name ? undefined : formatPhone(from);
  const kind = call.direction === 'outbound' ? 'outgoing call' : call.first_time === true && 'first call';
  return (
    <>
      <a class="main" href={withQuery({ over: 'call', id: call.call_id })}>
        <bdi>{name}</bdi>
      </a>
      <span class="beside">{[number, kind].filter(Boolean).join(', ')}</span>
      {tags.length > 0 && (
        <span class="tags">
          {tags.map((tag) => (
            <span key={tag} class="chip" dir="auto">
              {tag}
            </span>
          ))}
        </span>
      )}
      <span class="under on-small">
        <span class="on-tiny">
          <OutcomeChip call={call} />{' '}
        </span>
        <When time={call.started_at} />
        {number !== undefined && `, ${number}`}
      </span>
    </>
  );
}
