/** Checkboxes that select leads, for those who may run bulk actions. */
import type { VNode } from 'preact';
import { isManager } from '../../../api/user.ts';
import { select, selection } from './selection.ts';

/** The checkbox in the column head: selects every lead of the page, or none. */
export function SelectPage({ ids }: { ids: readonly string[] }): VNode | null {
  if (!isManager()) return null;
  const selected = ids.filter((id) => selection.value.ids.has(id)).length;
  return (
    <th scope="col" class="check">
      <input
        type="checkbox"
        aria-label="Select the leads of this page"
        checked={selected === ids.length}
        indeterminate={selected > 0 && selected < ids.length}
        onChange={(event) => select(ids, event.currentTarget.checked)}
      />
    </th>
  );
}

/** The checkbox of a lead. */
export function SelectLead({ leadId, name }: { leadId: string; name: string }): VNode | null {
  if (!isManager()) return null;
  return (
    <td class="check">
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={selection.value.ids.has(leadId)}
        onChange={(event) => select([leadId], event.currentTarget.checked)}
      />
    </td>
  );
}
