/** Shows how a file of costs would be read, as its address and the choices about it change. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLatest } from '../../../forms/saving.ts';
import { guessCosts, guessSource } from './cost.ts';
import type { Reviewed } from './cost-review.tsx';
import { checkFeed, type FeedInput, type FeedOptions } from './feed.ts';

/** After so much rest, the address is read. */
const TYPING_MS = 600;

interface ReadingState {
  reviewed: Reviewed | undefined;
  /** Whether the review is of another address than the one that is typed now. */
  isFormer: boolean;
  read: (url: string) => void;
  change: (change: Partial<Pick<Reviewed, 'mapping' | 'source' | 'answers'>>) => void;
  error: unknown;
  isBusy: boolean;
}

/** Reads the file on the server, which saves nothing. Of several readings, the last one counts. */
export function useReading(id: string | undefined, begun: FeedInput): ReadingState {
  const [url, setUrl] = useState('');
  const [shown, setShown] = useState<{ url: string; reviewed: Reviewed | undefined }>();
  const last = useRef(0);
  const timer = useRef(0);
  const newest = useRef(shown);
  newest.current = shown;
  const { save, error, isBusy } = useLatest(async (typed: string, chosen: Reviewed | undefined) => {
    last.current += 1;
    const turn = last.current;
    const isNone = typed === '' && id === undefined;
    const file = { url: typed, id, begun };
    const before = newest.current?.reviewed;
    const reviewed = isNone ? undefined : await checked(file, chosen ?? (await firstChoices(file, before)));
    if (turn === last.current) setShown({ url: typed, reviewed });
  });
  useEffect(() => {
    if (id !== undefined) save('', undefined);
    return () => clearTimeout(timer.current);
  }, []);
  return {
    reviewed: shown?.reviewed,
    isFormer: shown?.url !== url,
    read: (typed) => {
      setUrl(typed.trim());
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => save(typed.trim(), undefined), TYPING_MS);
    },
    change: (change) => {
      if (shown?.reviewed === undefined) return;
      const reviewed = { ...shown.reviewed, ...change };
      // Shown at once; the result follows.
      setShown({ ...shown, reviewed });
      save(shown.url, reviewed);
    },
    error,
    isBusy,
  };
}

interface ReadFile {
  url: string;
  id: string | undefined;
  begun: FeedInput;
}

/** Returns how a file is read at first: as one with the same columns was before, else as its columns are guessed. */
async function firstChoices(file: ReadFile, before: Reviewed | undefined): Promise<Reviewed> {
  const { begun, id } = file;
  const first = await checkFeed({ ...placeOf(file), ...optionsOf(begun) });
  const columns = first.columns.map(({ name, samples: examples }) => ({ name, examples }));
  if (before !== undefined && namesOf(before.columns) === namesOf(columns)) return { ...before, columns };
  const isKnown = id !== undefined && file.url === '';
  const known = begun.mapping ?? {};
  return {
    columns,
    mapping: isKnown
      ? Object.fromEntries(columns.map(({ name }) => [name, known[name] ?? null]))
      : guessCosts(columns),
    source: id === undefined ? guessSource(columns) : begun.source,
    answers: isKnown ? answersOf(begun) : {},
  };
}

function namesOf(columns: Reviewed['columns']): string {
  return JSON.stringify(columns.map(({ name }) => name));
}

/** Returns what a file becomes as it is chosen. */
async function checked(file: ReadFile, chosen: Reviewed): Promise<Reviewed> {
  const { columns, mapping, source, answers } = chosen;
  const { file: result, errors } = await checkFeed({ ...placeOf(file), ...chosenOptions(chosen) });
  const now = { columns, mapping, source, answers };
  if (result !== null) return { ...now, result };
  return { ...now, refusal: { message: errors[0]?.detail ?? '', problem: { errors } } };
}

function placeOf({ url, id }: ReadFile): object {
  return { ...(id === undefined ? {} : { feed_id: id }), ...(url === '' ? {} : { url }) };
}

function optionsOf({ source, decimal, days, spread }: FeedOptions): Partial<FeedInput> {
  return { source, decimal, days, spread };
}

/** The answers that a file was read with, as the review has them. */
function answersOf({ decimal, days, spread }: FeedOptions): Record<string, string> {
  return {
    ...(decimal === null ? {} : { decimal }),
    ...(days === null ? {} : { days }),
    ...(spread ? { spread: 'true' } : {}),
  };
}

/** What the review chooses, as members of the request. */
export function chosenOptions({
  mapping,
  source,
  answers,
}: Reviewed): Omit<FeedInput, 'name' | 'hour' | 'url' | 'from'> {
  const { decimal = null, days = null, spread, new_sources: others } = answers;
  return {
    mapping,
    source,
    decimal: decimal as FeedInput['decimal'],
    days: days as FeedInput['days'],
    spread: spread === 'true',
    new_sources: others === 'true',
  };
}
