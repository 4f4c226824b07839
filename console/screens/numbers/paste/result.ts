/** The result of reading a sheet. */
import type { DniLocation, SourceRule, TrackingNumber } from '../../draft/dni-settings.ts';
import type { NeededPlaces } from '../../places/finding/find-place.ts';
import type { Match, RowFault } from './pasted-matches.ts';
import type { PrintedPhones } from './printed-phones.ts';
import type { RowNote } from './reading.ts';
import type { Mapping, SheetColumn } from './sheet/columns.ts';
import type { PasteList } from './sheet/headers.ts';

/** A row of the table, and its result. */
export interface PastedRow extends Pick<Match, 'replaces' | 'repeats' | 'sharesName'> {
  /** The row number in the spreadsheet, from 1. */
  line: number;
  /** Identifies the row to the user. */
  title: string;
  /** Undefined if the row is skipped. */
  entry: DniLocation | TrackingNumber | undefined;
  faults: readonly RowFault[];
  notes: readonly RowNote[];
}

/** A source that numbers name and the company does not have. */
export interface UnknownSource {
  rule: SourceRule;
  rows: number;
}

/** The result of reading a table. */
export interface Pasted {
  list: PasteList;
  /** All columns of the table, and the member of each. */
  sheet: readonly SheetColumn[];
  mapping: Mapping;
  /** The used columns with their headers in the table. */
  columns: readonly { member: string; header: string }[];
  /** Required columns that are missing: of each list one is enough. */
  missing: readonly (readonly string[])[];
  rows: readonly PastedRow[];
  /** The row numbers of totals, which are left out. */
  totals: readonly number[];
  /** Of a wide sheet, they are created with the numbers. */
  unknownSources: readonly UnknownSource[];
  /** Whether the numbers are in columns of their sources. */
  isWide: boolean;
  /** What is needed to find places and is not there; undefined if nothing is. */
  needed: NeededPlaces | undefined;
  /** The numbers of the branches on the site. */
  printed: PrintedPhones;
  /** Whether the phones that ring are these numbers; undefined if the sheet does not leave it open. */
  isPrinted: boolean | undefined;
  /** The numbers of the branches, if a sheet of locations has columns of sources. */
  numbers?: Pasted;
}
