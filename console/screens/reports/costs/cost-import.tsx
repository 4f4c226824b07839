/** The dialog to add costs: paste rows or choose a file, check its columns and the result, save. */
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { ask, Refusal } from '../../../api/api.ts';
import { companyPath } from '../../../api/company.ts';
import { close } from '../../../address/router.ts';
import { rangeTitle } from '../../../components/chart/periods.ts';
import { Notice } from '../../../components/notice.tsx';
import { Dialog } from '../../../components/over/dialog.tsx';
import { toast } from '../../../components/over/toasts.tsx';
import { formatCount, plural } from '../../../components/text/values.tsx';
import { Form } from '../../../forms/fields.tsx';
import { useLatest, useSaving } from '../../../forms/saving.ts';
import { settleForm } from '../../../forms/typed.ts';
import { ColumnTable } from '../../import/column-table.tsx';
import { readColumns } from '../../import/columns.ts';
import {
  COST_TARGETS,
  type CostFile,
  type CostRows,
  decodeFile,
  guessCosts,
  guessSource,
  withoutTitles,
} from './cost.ts';
import { COSTS, costsChanged } from './costs-changed.ts';
import { SourceSelect } from './source-select.tsx';

/** The rows, their columns and source, and the result of the dry run. */
interface Chosen extends CostRows {
  /** The source of rows without one. */
  source: string;
  result?: CostFile;
  refusal?: Refusal;
}

const leave = (): void => close(['over']);

export function CostImport(): VNode {
  const [text, setText] = useState('');
  const { chosen, check, change, error, isBusy } = useCheck();
  const saving = useSaving(async (form: HTMLFormElement) => {
    if (chosen?.result === undefined) return;
    const { changed: count } = await send(chosen, false);
    settleForm(form);
    costsChanged();
    toast(count === 0 ? 'All of these costs were known.' : `${plural(count, 'cost')} saved.`);
    leave();
  });
  const take = (now: string): void => {
    setText(now);
    check(now);
  };
  const rows = chosen?.result?.saved ?? 0;
  return (
    <Dialog title="Import costs" size="wide" onClose={leave}>
      <Form name="costs" error={saving.error ?? error} onSubmit={saving.save}>
        <RowBox text={text} take={take} />
        {chosen !== undefined && <Review chosen={chosen} change={change} />}
        <div class="dialog-foot">
          <button type="submit" class="button primary" disabled={rows === 0 || isBusy || saving.isBusy}>
            {rows === 0 ? 'Save costs' : `Save ${plural(rows, 'cost')}`}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

interface Check {
  chosen: Chosen | undefined;
  check: (text: string) => void;
  change: (change: Partial<Pick<Chosen, 'mapping' | 'source'>>) => void;
  error: unknown;
  isBusy: boolean;
}

/** Checks the rows on the server, which saves nothing. Of several checks, the last one counts. */
function useCheck(): Check {
  const [chosen, setChosen] = useState<Chosen | undefined>();
  const last = useRef(0);
  const { save, error, isBusy } = useLatest(async (text: string, kept?: Partial<Chosen>) => {
    last.current += 1;
    const turn = last.current;
    const draft = text.trim() === '' ? undefined : { ...(await readRows(text)), ...kept };
    const checked = draft && { ...draft, ...(await rehearse(draft)) };
    if (turn === last.current) setChosen(checked);
  });
  return {
    chosen,
    check: (text) => save(text),
    change: (change) => {
      if (chosen === undefined) return;
      const { text, titleLines, mapping, source } = chosen;
      const kept = { titleLines, mapping, source, ...change };
      // Shown at once; the result follows.
      setChosen({ ...chosen, ...change });
      save(text, kept);
    },
    error,
    isBusy,
  };
}

async function readRows(given: string): Promise<Chosen> {
  const { text, titleLines } = withoutTitles(given);
  const columns = await readColumns(new Blob([text]));
  return { text, titleLines, columns, mapping: guessCosts(columns), source: guessSource(columns) };
}

async function rehearse(chosen: Chosen): Promise<Pick<Chosen, 'result' | 'refusal'>> {
  try {
    return { result: await send(chosen, true) };
  } catch (refusal) {
    if (refusal instanceof Refusal) return { refusal };
    throw refusal;
  }
}

async function send({ text, mapping, source }: Chosen, isRehearsal: boolean): Promise<CostFile> {
  const query = new URLSearchParams({
    mapping: JSON.stringify(mapping),
    source,
    dry_run: String(isRehearsal),
  });
  const path = companyPath(`${COSTS}/import?${query}`);
  return (await ask<CostFile>(path, { method: 'POST', body: new Blob([text], { type: 'text/csv' }) })).body;
}

function RowBox({ text, take }: { text: string; take: (text: string) => void }): VNode {
  return (
    <div class="field">
      <label>
        Rows from a spreadsheet or CSV, with the column names in the first row
        <textarea
          class="pasted-text"
          name="/rows"
          placeholder="Day, Campaign, Cost"
          value={text}
          onInput={({ currentTarget }) => take(currentTarget.value)}
        />
      </label>
      <label class="row">
        Or choose a file, such as the daily export of an ad platform:
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={({ currentTarget: { files } }) =>
            void files?.[0]?.arrayBuffer().then((bytes) => take(decodeFile(bytes)))
          }
        />
      </label>
    </div>
  );
}

interface ReviewProps {
  chosen: Chosen;
  change: Check['change'];
}

function Review({ chosen, change }: ReviewProps): VNode {
  const { columns, mapping, source, result, refusal, titleLines } = chosen;
  const hasSources = Object.values(mapping).includes('source');
  return (
    <>
      {result !== undefined && <Result result={result} />}
      {refusal !== undefined && <Faults refusal={refusal} firstLine={titleLines + 1} />}
      <SourceSelect
        label={hasSources ? 'Source of rows without one' : 'Source of all rows'}
        name="/source"
        value={source}
        choose={(now) => change({ source: now })}
      />
      <ColumnTable
        columns={columns}
        mapping={mapping}
        targets={COST_TARGETS}
        map={(now) => change({ mapping: now })}
      />
    </>
  );
}

function Result({ result }: { result: CostFile }): VNode {
  const { rows, saved, changed, from, to, total_rows: totals } = result;
  const days = from === null || to === null ? '' : ` of ${rangeTitle(from, to)}`;
  return (
    <Notice kind={rows === 0 ? 'info' : 'good'}>
      {plural(rows, 'row')}
      {days}: {plural(saved, 'cost')}, {formatCount(changed)} new or changed.
      {totals > 0 && ` ${plural(totals, 'row')} with totals left out.`}
    </Notice>
  );
}

/** Lists faults by their line in what was pasted. @param firstLine the line of the header */
function Faults({ refusal, firstLine }: { refusal: Refusal; firstLine: number }): VNode {
  const { errors = [] } = refusal.problem;
  return (
    <Notice kind="danger">
      {errors.length === 0 ? refusal.message : 'Nothing can be saved before these are fixed:'}
      <ul>
        {errors.map(({ row, column, detail }) => (
          <li key={`${row ?? ''} ${column ?? ''} ${detail}`}>
            {row !== undefined && `Line ${firstLine + row}`}
            {row !== undefined && column !== undefined && ', '}
            {column !== undefined && nameOf(column)}
            {(row !== undefined || column !== undefined) && ': '}
            {detail}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function nameOf(column: string): string {
  return COST_TARGETS.find(({ name }) => name === column)?.label ?? column;
}
