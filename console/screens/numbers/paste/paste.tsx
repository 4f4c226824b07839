/** The dialog to paste many locations or numbers. It shows the result of each row before anything changes. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../../../components/over/dialog.tsx';
import { Form } from '../../../forms/fields.tsx';
import { typedPhone, useHomeCountry } from '../../../forms/phone/home-country.ts';
import { later } from '../../../components/parts/lazy.tsx';
import { Failure, Waiting } from '../../../components/notice.tsx';
import { toast } from '../../../components/over/toasts.tsx';
import { plural } from '../../../components/text/values.tsx';
import { close } from '../../../address/router.ts';
import { csvRecords, delimiterOf, hasOpenQuote } from '../../../formats/csv.ts';
import { settleForm } from '../../../typed/typed.ts';
import type { DniSettings } from '../dni-settings.ts';
import { changeDraft, currentSettings, restoreDraft } from '../draft/draft.ts';
import type { Mapping } from './sheet/columns.ts';
import { usePlaces } from '../places/use-places.ts';
import { readPasted } from './pasted.ts';
import type { Pasted } from './result.ts';
import type { PasteList } from './sheet/headers.ts';
import { withPasted } from './with-pasted.ts';

const Preview = later(async () => (await import('./preview.tsx')).Preview);

const EXAMPLES: Record<PasteList, string> = {
  locations: 'Branch, Address, City, State, ZIP',
  numbers: 'Number, Branch, Source',
};

export function Paste({ settings, list }: { settings: DniSettings; list: PasteList }): VNode {
  const { text, setText, choose, setPrinted, pasted, failure, isWaiting, retry } = usePasted(list, settings);
  const leave = (): void => close(['over', 'key', 'of']);
  const what = pasted === undefined ? '' : contentOf(pasted);
  const take = (form: HTMLFormElement): void => {
    if (pasted === undefined || what === '') return;
    settleForm(form);
    const before = currentSettings();
    changeDraft((now) => withPasted(now, pasted));
    toast(`${what} added to the draft.`, () => Promise.resolve(restoreDraft(before)));
    leave();
  };
  return (
    <Dialog title={`Paste ${list}`} size="wide" onClose={leave}>
      <Form name="paste" error={undefined} onSubmit={take}>
        <PasteBox list={list} text={text} setText={setText} />
        {failure !== undefined && <Failure error={failure} retry={retry} />}
        {isWaiting && <Waiting text="Finding the places of your branches" />}
        {pasted && !isWaiting && <Preview pasted={pasted} map={choose} setPrinted={setPrinted} />}
        <div class="dialog-foot">
          <button type="button" class="button" onClick={leave}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={isWaiting || what === ''}>
            Add {what || 'rows'} to draft
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Says what is added: `12 locations and 33 numbers`; '' if nothing is. */
function contentOf({ list, rows, numbers }: Pasted): string {
  const counts = [
    [list === 'locations' ? 'location' : 'number', rows] as const,
    ['number', numbers?.rows ?? []] as const,
  ];
  return counts
    .map(([one, of]) => [one, of.filter(({ entry }) => entry !== undefined).length] as const)
    .filter(([, count]) => count > 0)
    .map(([one, count]) => plural(count, one))
    .join(' and ');
}

interface PasteState extends Pick<ReturnType<typeof usePlaces>, 'failure'> {
  text: string;
  setText: (text: string) => void;
  choose: (mapping: Mapping) => void;
  setPrinted: (isPrinted: boolean) => void;
  /** The result of reading the text; undefined without one. */
  pasted: Pasted | undefined;
  /** Whether a table of places is loading. */
  isWaiting: boolean;
  retry: () => void;
}

/** Reads the text again whenever it, its columns or the settings change. */
function usePasted(list: PasteList, settings: DniSettings): PasteState {
  const [text, setText] = useState('');
  const [chosen, choose] = useState<Mapping>({});
  const country = useHomeCountry() ?? '';
  const { places, failure, load } = usePlaces(country);
  const [isPrinted, setPrinted] = useState<boolean>();
  const reading = { settings, country, toE164: typedPhone, chosen, places, isPrinted };
  const pasted = text.trim() === '' ? undefined : readPasted(list, tableOf(text), reading);
  useEffect(() => {
    if (failure === undefined && pasted !== undefined) load(pasted.needed);
  });
  const { codes = false, cities = false, addresses = [] } = pasted?.needed ?? {};
  const isWaiting = failure === undefined && (codes || cities || addresses.length > 0);
  const retry = (): void => pasted && load(pasted.needed);
  return { text, setText, choose, setPrinted, pasted, failure, isWaiting, retry };
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
          placeholder={`${EXAMPLES[list]} …`}
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

/** Parses the table, copied from a spreadsheet or read from a file. */
function tableOf(text: string): string[][] {
  const delimiter = delimiterOf(headerIn(text));
  // The lines as they are show where a quote is not closed.
  if (hasOpenQuote(text)) return text.split('\n').map((line) => line.split(delimiter));
  return csvRecords(text, delimiter);
}

/** Returns the text from the first line that has columns: above it may be blank lines and a title. */
function headerIn(text: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => /[^,;\t\s]/.test(line) && /[,;\t].*[,;\t]/.test(line));
  return first < 0 ? text : lines.slice(first).join('\n');
}
