/** The result of reading a sheet, before anything changes: columns, rows, and what is completed, skipped or missing. */
import type { VNode } from 'preact';
import { Notice } from '../../../components/notice.tsx';
import { plural } from '../../../components/text/values.tsx';
import { ScrollingTable, Table } from '../../../components/table.tsx';
import { ColumnTable } from '../../import/column-table.tsx';
import { changeDraft } from '../draft/draft.ts';
import { withSources } from '../sources/presets.ts';
import { memberName } from '../words.ts';
import { type Mapping, membersOf } from './columns.ts';
import type { RowFault } from './pasted-matches.ts';
import type { Pasted, PastedRow, PasteList } from './pasted.ts';

/** Rows in the preview: enough to check the columns. */
const ROWS_SHOWN = 50;
const ZIPS_SHOWN = 3;

interface PreviewProps {
  list: PasteList;
  pasted: Pasted;
  map: (mapping: Mapping) => void;
}

/** Shows what becomes of each row, and offers what the rows need. */
export function Preview({ list, pasted, map }: PreviewProps): VNode {
  const { columns, sheet, mapping, missing, rows } = pasted;
  const targets = membersOf(list).map((name) => ({ name, label: memberName(name) }));
  const isComplete = missing.length === 0;
  return (
    <>
      {!isComplete && (
        <Notice kind="danger">
          {missing.map((members) => missingText(members)).join(' ')} Choose its column below, or add one.
        </Notice>
      )}
      {isComplete && <NewSources pasted={pasted} />}
      {isComplete && <Completed rows={rows} />}
      {isComplete && <Skipped pasted={pasted} />}
      {isComplete && <Namesakes rows={rows} />}
      <ColumnTable columns={sheet} mapping={mapping} targets={targets} map={map} isOpen={!isComplete} />
      {rows.length > 0 && isComplete && <RowTable columns={columns} rows={rows} />}
    </>
  );
}

/** Says which column is missing: `No column has a name.` */
function missingText(members: readonly string[]): string {
  const names = members.map((member) => memberName(member).toLowerCase());
  return `No column has ${names.length === 1 ? 'the' : 'a'} ${names.join(' or ')}.`;
}

/** Lists the rows that are skipped. Rows whose source is about to be created are not among them. */
function Skipped({ pasted: { rows } }: { pasted: Pasted }): VNode | null {
  const faulty = rows
    .map((row) => ({ ...row, faults: row.faults.filter(({ column }) => column !== 'source') }))
    .filter(({ faults }) => faults.length > 0);
  if (faulty.length === 0) return null;
  return (
    <Notice kind="warning">
      {plural(faulty.length, 'row')} will be skipped unless you fix {faulty.length === 1 ? 'it' : 'them'}{' '}
      above:
      <ul>
        {faulty.slice(0, ROWS_SHOWN).map(({ line, title, faults }) => (
          <li key={line}>
            Row {line} {title}, {faults.map(faultText).join(' ')}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Offers to create the sources that rows name, all at once. */
function NewSources({ pasted: { unknownSources } }: { pasted: Pasted }): VNode | null {
  if (unknownSources.length === 0) return null;
  const count = unknownSources.length;
  return (
    <Notice kind="warning">
      {count === 1 ? 'One source is new:' : `${count} sources are new:`}
      <ul>
        {unknownSources.map(({ rule: { name }, visits, rows }) => (
          <li key={name}>
            <b>{name}</b> ({plural(rows, 'number')}): {visits}
          </li>
        ))}
      </ul>
      <button
        type="button"
        class="button slim"
        onClick={() =>
          changeDraft((now) =>
            withSources(
              now,
              unknownSources.map(({ rule }) => rule),
            ),
          )
        }
      >
        Create {count === 1 ? 'the source' : plural(count, 'source')}
      </button>
    </Notice>
  );
}

/** Says what was completed in the rows. */
function Completed({ rows }: Pick<Pasted, 'rows'>): VNode | null {
  const notes = rows.flatMap((row) => row.notes);
  const zips = notes.flatMap((note) => (note.kind === 'zip' ? [note] : []));
  const found = notes.filter(({ kind }) => kind === 'place').length;
  if (notes.length === 0) return null;
  return (
    <Notice kind="info">
      {zips.length > 0 && (
        <p>
          {plural(zips.length, 'ZIP code')} got back the first zero that the spreadsheet dropped:{' '}
          {zips
            .slice(0, ZIPS_SHOWN)
            .map(({ from, to }) => `${from} is ${to}`)
            .join(', ')}
          {zips.length > ZIPS_SHOWN && ` and ${zips.length - ZIPS_SHOWN} more`}.
        </p>
      )}
      {found > 0 && (
        <p>
          {plural(found, 'location has', 'locations have')} no coordinates: the middle of the postal code or
          the city is used.
        </p>
      )}
    </Notice>
  );
}

/** Explains how rows with the same name as another location are matched. */
function Namesakes({ rows }: Pick<Pasted, 'rows'>): VNode | null {
  const names = new Set(rows.filter(({ sharesName }) => sharesName === true).map(({ title }) => title));
  if (names.size === 0) return null;
  return (
    <Notice kind="info">
      Several locations are named {[...names].map((name) => `“${name}”`).join(', ')}. Each of these rows
      becomes a location of its own, matched by its coordinates. To match them exactly, add a column “id”.
    </Notice>
  );
}

function faultText({ column, detail }: RowFault): string {
  return `column ${memberName(column)}: ${detail}`;
}

function RowTable({ columns, rows }: Pick<Pasted, 'columns' | 'rows'>): VNode {
  return (
    <ScrollingTable class="card" label="Result of each row">
      <Table
        caption="Result of each row"
        columns={['Row', ...columns.map(({ member }) => memberName(member)), 'Result']}
      >
        {rows.slice(0, ROWS_SHOWN).map((row) => (
          <tr key={row.line}>
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
  const members = (entry ?? {}) as Record<string, unknown>;
  const area = members['service_area'] as { postal_codes: string[] } | undefined;
  if (member === 'coordinates')
    return entry !== undefined && 'latitude' in entry ? `${entry.latitude} ${entry.longitude}` : '';
  const value = member === 'postal_codes' ? area?.postal_codes.join(', ') : members[member];
  return typeof value === 'string' ? value : value === true ? 'yes' : '';
}

function outcomeOf({ entry, replaces, repeats, sharesName, faults }: PastedRow): string {
  if (repeats !== undefined) return `Skipped: same as row ${repeats}`;
  if (entry === undefined) return faults.map(faultText).join(' ');
  const id = sharesName === true && 'latitude' in entry ? ` (${entry.location_id})` : '';
  return (replaces === undefined ? 'New' : 'Update') + id;
}
