/** The dialog to paste many locations or numbers. It shows the result of each row before anything changes. */
import { parse } from 'csv-parse/browser/esm/sync';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../../components/over/dialog.tsx';
import { Form } from '../../../forms/fields.tsx';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/over/toasts.tsx';
import { plural } from '../../../components/text/values.tsx';
import { ScrollingTable, Table } from '../../../components/table.tsx';
import { close } from '../../../address/router.ts';
import { settleForm } from '../../../forms/typed.ts';
import type { DniSettings } from '../dni-settings.ts';
import { changeDraft, currentSettings, restoreDraft } from '../draft/draft.ts';
import type { RowFault } from './pasted-matches.ts';
import { type Pasted, type PastedRow, type PasteList, readPasted, withPasted } from './pasted.ts';
import { memberName } from '../words.ts';

/** Rows in the preview: enough to check the columns. */
const ROWS_SHOWN = 50;

const EXAMPLES: Record<PasteList, string> = {
  locations: 'Name, City, State, Zip, Latitude, Longitude, Serves',
  numbers: 'Number, Location, Source',
};

export function Paste({ settings, list }: { settings: DniSettings; list: PasteList }): VNode {
  const [text, setText] = useState('');
  const leave = (): void => close(['over', 'key', 'of']);
  const pasted = text.trim() === '' ? undefined : readPasted(list, tableOf(text), settings);
  const sound = pasted?.rows.filter(({ entry }) => entry !== undefined) ?? [];
  const take = (form: HTMLFormElement): void => {
    if (pasted === undefined || sound.length === 0) return;
    settleForm(form);
    const before = currentSettings();
    changeDraft((now) => withPasted(now, list, pasted));
    toast(`${plural(sound.length, 'row')} added to the draft.`, () => Promise.resolve(restoreDraft(before)));
    leave();
  };
  return (
    <Dialog title={`Paste ${list}`} size="wide" onClose={leave}>
      <Form name="paste" error={undefined} onSubmit={take}>
        <PasteBox list={list} text={text} setText={setText} />
        {pasted && <Preview pasted={pasted} />}
        <div class="dialog-foot">
          <button type="button" class="button" onClick={leave}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={sound.length === 0}>
            Add {sound.length === 0 ? 'rows' : plural(sound.length, 'row')} to draft
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

function PasteBox({
  list,
  text,
  setText,
}: {
  list: PasteList;
  text: string;
  setText: (text: string) => void;
}): VNode {
  return (
    <div class="field">
      <label>
        Rows from a spreadsheet or CSV, with the column names in the first row
        <textarea
          class="pasted-text"
          placeholder={EXAMPLES[list]}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <label class="row">
        Or choose a file:
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={({ currentTarget: { files } }) => void files?.[0]?.text().then(setText)}
        />
      </label>
    </div>
  );
}

function Preview({ pasted: { columns, unknown, missing, rows } }: { pasted: Pasted }): VNode {
  const faulty = rows.filter(({ faults }) => faults.length > 0);
  return (
    <>
      {missing.length > 0 && (
        <Notice kind="danger">These columns are missing: {missing.map(memberName).join(', ')}.</Notice>
      )}
      {unknown.length > 0 && <Notice kind="info">These columns are ignored: {unknown.join(', ')}.</Notice>}
      {missing.length === 0 && faulty.length > 0 && (
        <Notice kind="warning">
          {plural(faulty.length, 'row')} will be skipped. Fix them above:
          <ul>
            {faulty.slice(0, ROWS_SHOWN).map(({ line, title, faults }) => (
              <li key={line}>
                Row {line} {title}, {faults.map(faultText).join(' ')}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {missing.length === 0 && <Namesakes rows={rows} />}
      {rows.length > 0 && missing.length === 0 && <RowTable columns={columns} rows={rows} />}
    </>
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
  const value = member === 'postal_codes' ? area?.postal_codes.join(', ') : members[member];
  return typeof value === 'string' ? value : value === true ? 'yes' : '';
}

function outcomeOf({ entry, replaces, repeats, sharesName, faults }: PastedRow): string {
  if (repeats !== undefined) return `Skipped: same as row ${repeats}`;
  if (entry === undefined) return faults.map(faultText).join(' ');
  const id = sharesName === true && 'latitude' in entry ? ` (${entry.location_id})` : '';
  return (replaces === undefined ? 'New' : 'Update') + id;
}

/**
 * Parses the table. Text copied from a spreadsheet has tabs; files have commas, or semicolons in countries with a decimal
 * comma.
 */
function tableOf(text: string): string[][] {
  const [head = ''] = text.split('\n', 1);
  const delimiter = ['\t', ';', ','].find((character) => head.includes(character)) ?? ',';
  const options = {
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  };
  try {
    return parse(text, options);
  } catch {
    // A quote is not closed. The unparsed lines show the user where.
    return text.split('\n').map((line) => line.split(delimiter));
  }
}
