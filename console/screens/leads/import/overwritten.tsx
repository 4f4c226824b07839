/** The values that an import would overwrite, for each row that matches a lead: before and after. */
import type { VNode } from 'preact';
import { ScrollingTable, Table } from '../../../components/table.tsx';
import { formatCount } from '../../../components/text/values.tsx';

/** The most changes shown. The counts above include all rows. */
const MAX_SHOWN = 100;

/** A change of one member of a lead: a replaced value, or entries added to and removed from a list. */
export interface RowChange {
  field: string;
  before?: unknown;
  after?: unknown;
  added?: unknown[];
  removed?: unknown[];
}

interface OverwrittenProps {
  rows: readonly { row: number; changes?: RowChange[] }[];
}

export function Overwritten({ rows }: OverwrittenProps): VNode | null {
  const lines = rows.flatMap(({ row, changes = [] }) => changes.map((change) => ({ row, change })));
  if (lines.length === 0) return null;
  const shown = lines.slice(0, MAX_SHOWN);
  return (
    <ScrollingTable class="faults" label="What changes">
      <Table
        caption={
          shown.length < lines.length
            ? `The first ${shown.length} of ${formatCount(lines.length)} changes to existing leads`
            : 'Changes to existing leads'
        }
        captionClass="small"
        columns={['Line', 'Field', 'Now', 'Would be']}
      >
        {shown.map(({ row, change }) => (
          <tr key={`${row} ${change.field}`}>
            {/* The header is line 1 of a sheet. */}
            <td>{row + 1}</td>
            <td>{change.field.replaceAll('_', ' ')}</td>
            <td>{textOf(change.before ?? change.removed)}</td>
            <td>
              {change.after === undefined && change.added !== undefined
                ? addedText(change.added)
                : textOf(change.after)}
            </td>
          </tr>
        ))}
      </Table>
    </ScrollingTable>
  );
}

function addedText(added: readonly unknown[]): string {
  return `with ${textOf(added)}`;
}

/** Formats a value: the bare e-mail address or phone number, lists with commas. */
function textOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((item) => textOf(item)).join(', ');
  if (typeof value !== 'object') return JSON.stringify(value);
  const { email, phone, value: amount, unit } = value as Record<string, unknown>;
  if (amount !== undefined && typeof unit === 'string') return `${JSON.stringify(amount)} ${unit}`;
  return textOf(email ?? phone ?? Object.values(value));
}
