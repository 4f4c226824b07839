/** Forms as a table. Each leads to its lead, whose timeline has the answers. */
import type { VNode } from 'preact';
import { channelName } from '../../../../worker/dni/pure/channels.ts';
import type { FormsBehind } from '../../../../worker/core/reports/queries/answer-schema.ts';
import { pathTo } from '../../../address/router.ts';
import { Table } from '../../../components/table.tsx';
import { When } from '../../../components/text/values.tsx';
import { RowKeys } from '../../../components/paging/row-keys.tsx';

interface FormRowsProps {
  forms: FormsBehind['forms'];
  isFormer: boolean;
}

export function FormRows({ forms, isFormer }: FormRowsProps): VNode {
  return (
    <div class={`card ${isFormer ? 'is-former' : ''}`}>
      <Table
        class="leads"
        caption="Forms"
        columns={['Sent', 'Page', 'Source', { label: 'Campaign', class: 'on-medium' }]}
      >
        {forms.map((form) => (
          <tr key={form.form_id}>
            <th scope="row">
              {form.lead_id === null ? (
                <When time={form.sent_at} />
              ) : (
                <a class="main" href={pathTo('leads', form.lead_id)}>
                  <When time={form.sent_at} />
                  <span class="unseen">: the lead</span>
                </a>
              )}
            </th>
            <td dir="auto">
              {form.page} {form.spam.length > 0 && <span class="chip failed">Spam</span>}
            </td>
            <td>{channelName(form.source)}</td>
            <td class="on-medium" dir="auto">
              {form.visit?.campaign}
            </td>
          </tr>
        ))}
      </Table>
      <RowKeys />
    </div>
  );
}
