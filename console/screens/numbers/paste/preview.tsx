/** The result of reading a sheet, before anything changes: columns, rows, and what is completed, skipped or missing. */
import type { VNode } from 'preact';
import { Notice } from '../../../components/notice.tsx';
import { plural } from '../../../components/text/values.tsx';
import { ScrollingTable, Table } from '../../../components/table.tsx';
import { ColumnTable } from '../../../forms/sheet/column-table.tsx';
import { memberName, valueText } from '../../draft/words.ts';
import { type Mapping, membersOf } from './sheet/columns.ts';
import {
  Branches,
  Completed,
  faultText,
  LeftOut,
  Namesakes,
  NewSources,
  Repeated,
  ROWS_SHOWN,
  Skipped,
  WideSheet,
} from './notices.tsx';
import type { Pasted, PastedRow } from './result.ts';

interface PreviewProps {
  pasted: Pasted;
  map: (mapping: Mapping) => void;
  setPrinted: (isPrinted: boolean) => void;
}

/** Shows what becomes of each row, and offers what the rows need. */
export function Preview({ pasted, map, setPrinted }: PreviewProps): VNode {
  const { list, sheet, mapping, missing, numbers } = pasted;
  const targets = membersOf(list).map((name) => ({ name, label: memberName(name) }));
  if (missing.length > 0) {
    return (
      <>
        <Notice kind="danger">
          {missing.map((members) => missingText(members)).join(' ')} Choose its column below, or add one.
        </Notice>
        <ColumnTable columns={sheet} mapping={mapping} targets={targets} map={map} isOpen />
      </>
    );
  }
  const parts = numbers === undefined ? [pasted] : [pasted, numbers];
  return (
    <>
      {pasted.rows.length === 0 && (
        <Notice kind="info">There is nothing to add below the column names.</Notice>
      )}
      {parts.map((part) => (
        <Notices key={part.list} pasted={part} setPrinted={setPrinted} />
      ))}
      <LeftOut totals={pasted.totals} />
      <ColumnTable columns={sheet} mapping={mapping} targets={targets} map={map} isOpen={false} />
      {parts.map((part) => part.rows.length > 0 && <RowTable key={part.list} pasted={part} />)}
    </>
  );
}

function Notices({ pasted, setPrinted }: Pick<PreviewProps, 'pasted' | 'setPrinted'>): VNode {
  return (
    <>
      {pasted.isWide ? <WideSheet pasted={pasted} /> : <NewSources pasted={pasted} />}
      <Branches pasted={pasted} setPrinted={setPrinted} />
      <Completed rows={pasted.rows} />
      <Skipped pasted={pasted} />
      <Repeated rows={pasted.rows} />
      <Namesakes rows={pasted.rows} />
    </>
  );
}

/** Says which column is missing: `No column has a name.` */
function missingText(members: readonly string[]): string {
  const names = members.map((member) => memberName(member).toLowerCase());
  return `No column has ${names.length === 1 ? 'the' : 'a'} ${names.join(' or ')}.`;
}

function RowTable({ pasted: { list, columns, rows } }: { pasted: Pasted }): VNode {
  const caption = list === 'locations' ? 'Result of each row' : 'Result of each number';
  return (
    <ScrollingTable class="card" label={caption}>
      <Table
        caption={caption}
        columns={['Row', ...columns.map(({ member }) => memberName(member)), 'Result']}
      >
        {rows.slice(0, ROWS_SHOWN).map((row, index) => (
          <tr key={index}>
            <td class="soft">{row.line}</td>
            {columns.map(({ member }) => (
              <td key={member}>{cellOf(row, member)}</td>
            ))}
            <td class="row-outcome">{outcomeOf(row)}</td>
          </tr>
        ))}
      </Table>
      {rows.length > ROWS_SHOWN && (
        <p class="soft small">And {plural(rows.length - ROWS_SHOWN, 'further row')}.</p>
      )}
    </ScrollingTable>
  );
}

function cellOf({ entry }: PastedRow, member: string): string {
  if (entry === undefined) return '';
  if (member === 'coordinates') return 'latitude' in entry ? `${entry.latitude} ${entry.longitude}` : '';
  const area = 'service_area' in entry ? entry.service_area : undefined;
  const value =
    member === 'postal_codes' ? area?.postal_codes : (entry as unknown as Record<string, unknown>)[member];
  return value === undefined || value === '' || value === false ? '' : valueText(value);
}

function outcomeOf({ entry, replaces, repeats, sharesName, faults }: PastedRow): string {
  if (repeats !== undefined) return `Skipped: same as row ${repeats}`;
  if (entry === undefined) return faults.map(faultText).join(' ');
  const id = sharesName === true && 'latitude' in entry ? ` (${entry.location_id})` : '';
  return (replaces === undefined ? 'New' : 'Update') + id;
}
