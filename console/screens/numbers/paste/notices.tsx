/** What a sheet has, what is completed in it, and what of it is skipped. */
import type { VNode } from 'preact';
import { CheckField } from '../../../forms/fields.tsx';
import { Notice } from '../../../components/notice.tsx';
import { formatPhone, plural } from '../../../components/text/values.tsx';
import { changeDraft } from '../../draft/draft.ts';
import { visitsOf } from '../../sources/preset-visits.ts';
import { withSources } from '../../sources/presets.ts';
import { memberName } from '../../draft/words.ts';
import type { RowFault } from './pasted-matches.ts';
import type { Pasted, PastedRow } from './result.ts';

/** Rows in the preview: enough to check the columns. */
export const ROWS_SHOWN = 50;
const EXAMPLES_SHOWN = 3;

/** Says what the columns of sources have. */
export function WideSheet({ pasted: { rows, unknownSources } }: { pasted: Pasted }): VNode | null {
  const numbers = rows.flatMap(({ entry }) =>
    entry !== undefined && 'phone_number' in entry ? [entry] : [],
  );
  const sources = new Set(numbers.map(({ source }) => source));
  if (numbers.length === 0) return null;
  return (
    <Notice kind="info">
      <b>
        {plural(numbers.length, 'number')} for {plural(sources.size, 'source')}
      </b>
      : a row is a branch, and each of these columns has the numbers of a source.
      {unknownSources.length > 0 && (
        <>
          {' '}
          {unknownSources.length === 1 ? 'This source is new and is' : 'These sources are new and are'} added
          with them:
          <SourceList sources={unknownSources} />
        </>
      )}
    </Notice>
  );
}

/** Offers to create the sources that rows name, all at once. */
export function NewSources({ pasted: { unknownSources } }: { pasted: Pasted }): VNode | null {
  if (unknownSources.length === 0) return null;
  const count = unknownSources.length;
  const rules = unknownSources.map(({ rule }) => rule);
  return (
    <Notice kind="warning">
      {count === 1 ? 'One source is new:' : `${count} sources are new:`}
      <SourceList sources={unknownSources} />
      <button type="button" class="button slim" onClick={() => changeDraft((now) => withSources(now, rules))}>
        Create {count === 1 ? 'the source' : plural(count, 'source')}
      </button>
    </Notice>
  );
}

function SourceList({ sources }: { sources: Pasted['unknownSources'] }): VNode {
  return (
    <ul>
      {sources.map(({ rule, rows }) => (
        <li key={rule.name}>
          <b>{rule.name}</b> ({plural(rows, 'number')}): {visitsOf(rule)}
        </li>
      ))}
    </ul>
  );
}

interface BranchesProps {
  pasted: Pasted;
  setPrinted: (isPrinted: boolean) => void;
}

/** Says that the phone of a branch rings and is on the site, with the switch that separates the two. */
export function Branches({ pasted: { rows, printed, isPrinted }, setPrinted }: BranchesProps): VNode | null {
  const { targets, shared, left } = printed;
  const rings = rows.filter(
    ({ entry }) => entry !== undefined && 'latitude' in entry && entry.numbers,
  ).length;
  if (rings === 0 && targets.length === 0) return null;
  return (
    <Notice kind="info">
      {rings > 0 && <p>Calls to {plural(rings, 'branch', 'branches')} ring the phone in the sheet.</p>}
      {isPrinted !== undefined && (
        <CheckField
          label="These phones are also the numbers on your site"
          name="printed"
          checked={isPrinted}
          onChange={({ currentTarget }) => setPrinted(currentTarget.checked)}
        />
      )}
      {targets.length > 0 && (
        <p>
          {plural(targets.length, 'number')} on your site, such as {formatPhone(targets[0]?.number ?? '')}:
          visitors see a tracking number of the same branch instead.
        </p>
      )}
      {shared.length > 0 && <Shared numbers={shared} />}
      {left > 0 && <p>Your site keeps {left} more: a company can have 200 printed numbers.</p>}
    </Notice>
  );
}

function Shared({ numbers }: { numbers: readonly string[] }): VNode {
  const more = numbers.length - EXAMPLES_SHOWN;
  return (
    <p>
      {numbers.slice(0, EXAMPLES_SHOWN).map(formatPhone).join(', ')}
      {more > 0 && ` and ${more} more`} {numbers.length === 1 ? 'belongs' : 'belong'} to several branches, so
      your site keeps {numbers.length === 1 ? 'it' : 'them'}.
    </p>
  );
}

/** Says what was completed in the rows. */
export function Completed({ rows }: Pick<Pasted, 'rows'>): VNode | null {
  const notes = rows.flatMap((row) => row.notes);
  const zips = notes.flatMap((note) => (note.kind === 'zip' ? [note] : []));
  const found = notes.filter(({ kind }) => kind === 'place').length;
  const cities = notes.flatMap((note) => (note.kind === 'city' ? [note.from] : []));
  if (notes.length === 0) return null;
  return (
    <Notice kind="info">
      {zips.length > 0 && (
        <p>
          {plural(zips.length, 'ZIP code')} got back the first zero that the spreadsheet dropped:{' '}
          {someOf(zips.map(({ from, to }) => `${from} is ${to}`))}.
        </p>
      )}
      {found > 0 && (
        <p>
          {plural(found, 'location has', 'locations have')} no coordinates: the place of the postal code or
          the address is used.
        </p>
      )}
      {cities.length > 0 && (
        <p>
          {plural(cities.length, 'location is', 'locations are')} placed at the middle of the city, not at the
          address: {someOf([...new Set(cities)])}. Add coordinates where that is too far off.
        </p>
      )}
    </Notice>
  );
}

function someOf(texts: readonly string[]): string {
  const more = texts.length - EXAMPLES_SHOWN;
  return texts.slice(0, EXAMPLES_SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Lists the rows that are skipped. Rows whose source is about to be created are not among them. */
export function Skipped({ pasted: { list, rows, isWide } }: { pasted: Pasted }): VNode | null {
  const faulty = rows
    .map((row) => ({ ...row, faults: row.faults.filter(({ column }) => column !== 'source') }))
    .filter(({ faults }) => faults.length > 0);
  if (faulty.length === 0) return null;
  const what = isWide ? 'number' : 'row';
  return (
    <Notice kind="warning">
      {plural(faulty.length, what)} will be skipped unless you fix {faulty.length === 1 ? 'it' : 'them'} above
      {list === 'locations' && ', with all that is in the row'}:
      <ul>
        {faulty.slice(0, ROWS_SHOWN).map(({ line, title, faults }, index) => (
          <li key={index}>
            Row {line}
            {title !== '' && `, ${title}`}: {faults.map(faultText).join(' ')}
          </li>
        ))}
      </ul>
      {faulty.length > ROWS_SHOWN && <p>And {faulty.length - ROWS_SHOWN} more.</p>}
    </Notice>
  );
}

/** Names the rows that repeat others, and the numbers that stand for more than one source. */
export function Repeated({ rows }: Pick<Pasted, 'rows'>): VNode | null {
  // A row of a wide sheet has several numbers.
  const repeated = new Map(
    rows.flatMap(({ line, repeats }) => (repeats === undefined ? [] : [[line, repeats] as const])),
  );
  const doubled = doubledNumbers(rows);
  if (repeated.size + doubled.length === 0) return null;
  return (
    <Notice kind="warning">
      {repeated.size > 0 && (
        <p>
          {plural(repeated.size, 'row is', 'rows are')} in the sheet twice and{' '}
          {repeated.size === 1 ? 'is' : 'are'} added once:{' '}
          {[...repeated]
            .slice(0, ROWS_SHOWN)
            .map(([line, repeats]) => `row ${line} is row ${repeats}`)
            .join(', ')}
          .
        </p>
      )}
      {doubled.map(({ number, lines, sources }) => (
        <p key={number}>
          {formatPhone(number)} ({lines}) is for {sources}: a call to it could be from any of them.
        </p>
      ))}
    </Notice>
  );
}

/** Finds the numbers that are used for several sources. */
function doubledNumbers(rows: readonly PastedRow[]): { number: string; lines: string; sources: string }[] {
  const taken = rows.flatMap(({ line, entry }) =>
    entry !== undefined && 'phone_number' in entry ? [{ line, entry }] : [],
  );
  return [...Map.groupBy(taken, ({ entry }) => entry.phone_number)].flatMap(([number, uses]) => {
    const sources = new Set(uses.map(({ entry: { source } }) => source ?? 'every source'));
    if (sources.size < 2) return [];
    const lines = [...new Set(uses.map(({ line }) => line))];
    return [{ number, lines: `row ${lines.join(' and ')}`, sources: [...sources].join(' and ') }];
  });
}

/** Explains how rows with the same name as another location are matched. */
export function Namesakes({ rows }: Pick<Pasted, 'rows'>): VNode | null {
  const names = new Set(rows.filter(({ sharesName }) => sharesName === true).map(({ title }) => title));
  if (names.size === 0) return null;
  return (
    <Notice kind="info">
      Several locations are named {[...names].map((name) => `“${name}”`).join(', ')}. Each of these rows
      becomes a location of its own, matched by its coordinates. To match them exactly, add a column “id”.
    </Notice>
  );
}

/** Names the rows of totals. */
export function LeftOut({ totals }: Pick<Pasted, 'totals'>): VNode | null {
  if (totals.length === 0) return null;
  return (
    <p class="soft small">
      {totals.length === 1 ? 'Row' : 'Rows'} {totals.join(', ')}{' '}
      {totals.length === 1 ? 'has totals and is' : 'have totals and are'} left out.
    </p>
  );
}

export function faultText({ column, detail }: RowFault): string {
  return `${memberName(column)}: ${detail}`;
}
