/** The dialog to add costs: paste rows or choose a file, check its columns and the result, save. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, Refusal } from '../../../api/api.ts';
import { companyPath } from '../../../api/company.ts';
import { close } from '../../../address/router.ts';
import { Dialog } from '../../../components/over/dialog.tsx';
import { toast } from '../../../components/over/toasts.tsx';
import { plural } from '../../../components/text/values.tsx';
import { Form } from '../../../forms/fields.tsx';
import { useLatest, useSaving } from '../../../forms/saving.ts';
import { settleForm } from '../../../typed/typed.ts';
import { SheetFileInput } from '../../../forms/sheet/sheet-file.tsx';
import { readColumns } from '../../../forms/sheet/columns.ts';
import { type CostFile, guessCosts, guessSource, withoutTitles } from './cost.ts';
import { type Chosen, Review, type ReviewProps } from './cost-review.tsx';
import { COSTS, costsChanged, takeBack } from './costs-changed.ts';

/** After so much rest, what was typed is checked. */
const TYPING_MS = 400;

const leave = (): void => close(['over']);

export function CostImport(): VNode {
  const [text, setText] = useState('');
  const { chosen, check, change, error, isBusy } = useCheck();
  const saving = useSaving(async (form: HTMLFormElement) => {
    if (chosen?.result === undefined) return;
    const { changed: count, import_id: importId } = await send(chosen, false);
    settleForm(form);
    costsChanged();
    const undo = importId === null ? undefined : () => takeBack(importId);
    toast(count === 0 ? 'All of these costs were known.' : `${plural(count, 'cost')} saved.`, undo);
    leave();
  });
  const take = (now: string): void => {
    setText(now);
    check(now);
  };
  const rows = savable(chosen);
  // The review of former rows answers nothing about those that are typed now.
  const isFormer = chosen !== undefined && chosen.given !== text;
  return (
    <Dialog title="Import costs" size="wide" onClose={leave}>
      <Form name="costs" error={saving.error ?? error} onSubmit={saving.save}>
        <RowBox text={text} take={take} />
        <div inert={isFormer}>{chosen !== undefined && <Review chosen={chosen} change={change} />}</div>
        <div class="dialog-foot">
          <button
            type="submit"
            class="button primary"
            disabled={rows === 0 || isBusy || isFormer || saving.isBusy}
          >
            {rows === 0 ? 'Save costs' : `Save ${plural(rows, 'cost')}`}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Returns how many costs would be saved; none while something is open. */
function savable(chosen: Chosen | undefined): number {
  if (chosen?.result === undefined || chosen.result.questions.length > 0) return 0;
  return chosen.result.saved;
}

interface Check {
  chosen: Chosen | undefined;
  check: (text: string) => void;
  change: ReviewProps['change'];
  error: unknown;
  isBusy: boolean;
}

/** Checks the rows on the server, which saves nothing. Of several checks, the last one counts. */
function useCheck(): Check {
  const [chosen, setChosen] = useState<Chosen | undefined>();
  const last = useRef(0);
  const newest = useRef(chosen);
  newest.current = chosen;
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { save, error, isBusy } = useLatest(async (text: string, former: Chosen | undefined) => {
    last.current += 1;
    const turn = last.current;
    const draft = text.trim() === '' ? undefined : withChoices(await readRows(text), former);
    const checked = draft && { ...draft, ...(await rehearse(draft)) };
    if (turn === last.current) setChosen(checked);
  });
  return {
    chosen,
    check: (text) => {
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => save(text, newest.current), TYPING_MS);
    },
    change: (change) => {
      if (chosen === undefined) return;
      const now = { ...chosen, ...change };
      // Shown at once; the result follows.
      setChosen(now);
      save(now.given, now);
    },
    error,
    isBusy,
  };
}

/** Keeps what was chosen for the same columns: a line was corrected in the box. */
function withChoices(read: Chosen, former: Chosen | undefined): Chosen {
  const namesOf = ({ columns }: Chosen): string => JSON.stringify(columns.map(({ name }) => name));
  if (former === undefined || namesOf(read) !== namesOf(former)) return read;
  const { mapping, source, answers } = former;
  return { ...read, mapping, source, answers };
}

async function readRows(given: string): Promise<Chosen> {
  const { text, titleLines } = withoutTitles(given);
  const columns = await readColumns(new Blob([text]));
  const guessed = { mapping: guessCosts(columns), source: guessSource(columns) };
  return { given, text, titleLines, firstLine: titleLines + 1, columns, ...guessed, answers: {} };
}

async function rehearse(chosen: Chosen): Promise<Pick<Chosen, 'result' | 'refusal'>> {
  try {
    return { result: await send(chosen, true) };
  } catch (refusal) {
    if (refusal instanceof Refusal) return { refusal };
    throw refusal;
  }
}

async function send({ text, mapping, source, answers }: Chosen, isRehearsal: boolean): Promise<CostFile> {
  const query = new URLSearchParams({
    ...answers,
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
      <SheetFileInput
        label="Or choose a file, Excel or CSV, such as the daily export of an ad platform:"
        take={async (csv) => take(await csv.text())}
      />
    </div>
  );
}
