/** What pasted rows become: their preview, and the button that adds them to the draft. Loaded with the first text. */
import type { RefObject, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { typedPhone, useHomeCountry } from '../../../forms/phone/home-country.ts';
import { Failure, Notice, Waiting } from '../../../components/notice.tsx';
import { toast } from '../../../components/over/toasts.tsx';
import { plural } from '../../../components/text/values.tsx';
import { csvRecords, delimiterOf, hasOpenQuote } from '../../../formats/csv.ts';
import { settleForm } from '../../../typed/typed.ts';
import type { DniSettings } from '../../draft/dni-settings.ts';
import { changeDraft } from '../../draft/draft.ts';
import type { Mapping } from './sheet/columns.ts';
import { usePlaces } from '../../places/finding/use-places.ts';
import { readPasted } from './pasted.ts';
import { later } from '../../../components/parts/lazy.tsx';
import type { Pasted } from './result.ts';
import type { PasteList } from './sheet/headers.ts';
import { withPasted } from './with-pasted.ts';

const Preview = later(async () => (await import('./preview.tsx')).Preview);

/** Renders the buttons. @param what what is added, such as `12 locations`; '' for nothing */
export type Foot = (what: string, isReady: boolean) => VNode;

interface PastedRowsProps {
  settings: DniSettings;
  list: PasteList;
  text: string;
  leave: () => void;
  foot: Foot;
  /** Gets what the form does when it is submitted. */
  take: RefObject<((form: HTMLFormElement) => void) | null>;
}

export function PastedRows({ settings, list, text, leave, take, foot }: PastedRowsProps): VNode {
  const { choose, setPrinted, pasted, failure, isWaiting, retry } = usePasted(list, text, settings);
  const what = contentOf(pasted);
  take.current = (form) => {
    if (what === '') return;
    settleForm(form);
    const undo = changeDraft((now) => withPasted(now, pasted));
    toast(`${what} added to the draft.`, undo);
    leave();
  };
  return (
    <>
      {failure !== undefined && <Failure error={failure} retry={retry} />}
      {hasOpenQuote(text) && (
        <Notice kind="warning">
          A quotation mark is not closed, so all of them are read as parts of their cells.
        </Notice>
      )}
      {isWaiting ? (
        <Waiting text="Finding the places of your branches" />
      ) : (
        <Preview pasted={pasted} map={choose} setPrinted={setPrinted} />
      )}
      {foot(what, !isWaiting && what !== '')}
    </>
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
  choose: (mapping: Mapping) => void;
  setPrinted: (isPrinted: boolean) => void;
  /** The result of reading the text. */
  pasted: Pasted;
  /** Whether a table of places is loading. */
  isWaiting: boolean;
  retry: () => void;
}

/** Reads the text again whenever it, its columns or the settings change. */
function usePasted(list: PasteList, text: string, settings: DniSettings): PasteState {
  const [chosen, choose] = useState<Mapping>({});
  const country = useHomeCountry() ?? '';
  const { places, failure, load } = usePlaces(country);
  const [isPrinted, setPrinted] = useState<boolean>();
  const reading = { settings, country, toE164: typedPhone, chosen, places, isPrinted };
  const pasted = readPasted(list, tableOf(text), reading);
  useEffect(() => {
    if (failure === undefined) load(pasted.needed);
  });
  const isWaiting = failure === undefined && pasted.needed !== undefined;
  const retry = (): void => load(pasted.needed);
  return { choose, setPrinted, pasted, failure, isWaiting, retry };
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
