/** Scans a chunk of texts for a query. This is the hot loop of a search. */
import { isInsideWord } from '../../../engine/storage/folding.ts';
import { type TextChunk, VALUE_END } from '../columns/text-chunk.ts';
import { EQUAL, STARTS, SUBSTRING, WORD } from './matching.ts';

const NEWLINE = VALUE_END.charCodeAt(0);
const CARRIAGE_RETURN = 13;

/** Characters of names and addresses, the rarest first. Other characters count as rarer. */
const BY_RARITY = 'qxzjwvkfybgph0123456789udmctlsrio nea.@';
/** Longest pattern for which V8 jumps from one occurrence of the first character to the next (kBMMinPatternLength is 7). */
const PROBE_LENGTH = 6;
/** Shorter parts would be found too often. */
const LEAST_PROBE_LENGTH = 4;

/** The text that a scan looks for in a column. */
export interface Needle {
  /** A text that all matching values contain. */
  text: string;
  /** A part of the text that can be found fast, and its position in the text. */
  probe: { text: string; start: number };
  /** Returns the rank of a value; undefined if it does not match. */
  rank(value: string): number | undefined;
  /** Further texts that a matching value contains; empty if the needle is the whole query. */
  others: readonly string[];
  /** Whether the position of the needle in a value decides the value's rank. */
  isWhole: boolean;
}

/** Returns a needle for a text of at least one character. */
export function needleOf(text: string, matching: Pick<Needle, 'rank' | 'others' | 'isWhole'>): Needle {
  let start = 0;
  for (let at = 1; at <= text.length - LEAST_PROBE_LENGTH; at += 1) {
    if (BY_RARITY.indexOf(text.charAt(at)) < BY_RARITY.indexOf(text.charAt(start))) start = at;
  }
  return { text, probe: { text: text.slice(start, start + PROBE_LENGTH), start }, ...matching };
}

/** Sets `scores` (by slot) to `offset` plus the rank of the lead's best value times `step` if that is lower. */
export function scanTexts(
  chunk: TextChunk,
  needle: Needle,
  scores: Uint8Array,
  { step, offset }: { step: number; offset: number },
): void {
  const note = (slot: number, rank: number | undefined): void => {
    const score = rank === undefined ? 255 : rank * step + offset;
    if (score < (scores[slot] ?? 0)) scores[slot] = score;
  };
  scanString(chunk, needle, note);
  for (const [slot, run] of chunk.changed) {
    if (run.includes(needle.text)) note(slot, bestOfRun(run.slice(0, -1), needle));
  }
}

function scanString(
  { text, starts, changed }: TextChunk,
  needle: Needle,
  note: (slot: number, rank: number | undefined) => void,
): void {
  let slot = 0;
  let at = find(text, needle, 0);
  while (at >= 0) {
    while ((starts[slot + 1] ?? Infinity) <= at) slot += 1;
    const end = starts[slot + 1] ?? text.length;
    let best: number | undefined;
    if (needle.isWhole) {
      best = SUBSTRING;
      do {
        best = Math.min(best, rankAt(text, at, needle.text.length));
        at = find(text, needle, at + 1);
      } while (at >= 0 && at < end);
    } else {
      best = bestOfRun(text.slice(starts[slot], end - 1), needle);
      at = find(text, needle, end);
    }
    if (changed.size === 0 || !changed.has(slot)) note(slot, best);
  }
}

/** Returns the next position of the needle, or -1. */
function find(text: string, { text: whole, probe }: Needle, from: number): number {
  const { start } = probe;
  let at = text.indexOf(probe.text, from + start);
  while (at >= 0 && probe.text.length < whole.length && !text.startsWith(whole, at - start)) {
    at = text.indexOf(probe.text, at + 1);
  }
  return at < 0 ? at : at - start;
}

/** Returns the rank of the value around `at` by the position of the needle in the value. */
function rankAt(text: string, at: number, length: number): number {
  const before = at === 0 ? CARRIAGE_RETURN : text.charCodeAt(at - 1);
  if (before !== NEWLINE && before !== CARRIAGE_RETURN) {
    return isInsideWord(text, at) ? SUBSTRING : WORD;
  }
  const after = text.charCodeAt(at + length);
  return after === NEWLINE || after === CARRIAGE_RETURN ? EQUAL : STARTS;
}

/** Returns the best rank of the values in a run, which is given without its end mark. */
function bestOfRun(run: string, needle: Needle): number | undefined {
  for (const other of needle.others) if (!run.includes(other)) return undefined;
  const ranks = run
    .split(VALUE_END)
    .map((value) => needle.rank(value))
    .filter((rank) => rank !== undefined);
  return ranks.length === 0 ? undefined : Math.min(...ranks);
}
