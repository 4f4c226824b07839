/** Leads as a table without actions. */
import type { VNode } from 'preact';
import type { LeadsBehind } from '../../../../worker/core/reports/queries/answer-schema.ts';
import { useStates } from '../../../api/company.ts';
import { pathTo } from '../../../address/router.ts';
import { Table } from '../../../components/table.tsx';
import { formatPhone, StateChip, When } from '../../../components/text/values.tsx';
import { channelName } from '../../../../worker/dni/pure/channels.ts';
import { nameOf } from '../../leads/lead.ts';
import { RowKeys } from '../../../components/paging/row-keys.tsx';

interface LeadRowsProps {
  leads: LeadsBehind['leads'];
  isFormer: boolean;
}

export function LeadRows({ leads, isFormer }: LeadRowsProps): VNode {
  const { data: states } = useStates();
  return (
    <div class={`card ${isFormer ? 'is-former' : ''}`}>
      <Table
        class="leads"
        caption="Leads"
        columns={[
          'Name',
          { label: 'Phone', class: 'on-medium' },
          'State',
          { label: 'Source', class: 'on-wide' },
          { label: 'Created', class: 'on-medium' },
        ]}
      >
        {leads.map((lead) => (
          <tr key={lead.lead_id}>
            <th scope="row">
              <a class="main" dir="auto" href={pathTo('leads', lead.lead_id)}>
                {nameOf(lead)}
              </a>
            </th>
            <td class="on-medium nowrap">{lead.phones?.[0] && formatPhone(lead.phones[0].phone)}</td>
            <td>
              <StateChip state={lead.state} states={states} />
            </td>
            <td class="on-wide">{lead.lead_source !== undefined && channelName(lead.lead_source)}</td>
            <td class="on-medium soft">
              <When time={lead.lead_creation_time} />
            </td>
          </tr>
        ))}
      </Table>
      <RowKeys />
    </div>
  );
}
