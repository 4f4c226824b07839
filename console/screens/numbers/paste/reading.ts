/** What a sheet is read with, and a row that was read. Pure. */
import type { DniLocation, DniSettings, TrackingNumber } from '../dni-settings.ts';
import type { Mapping } from './columns.ts';
import type { Places } from '../places/find-place.ts';
import type { ReadRow } from './pasted-matches.ts';

/** What a sheet is read with. */
export interface Reading {
  settings: DniSettings;
  /** The company's country (ISO 3166-1 alpha-2), for branches without one. */
  country: string;
  /** Converts a phone number as the company writes it to E.164; leaves other texts. */
  toE164: (text: string) => string;
  /** The members that the user chose for columns, by the name of the column. */
  chosen?: Mapping;
  places?: Places;
}

/** Returns the cell of a member in a row; '' if there is none. */
export type Values = (member: string) => string;

/** A row of the sheet. */
export interface ReadCells {
  /** The row number in the spreadsheet, from 1. */
  line: number;
  values: Values;
}

/** What was completed in a row. */
export type RowNote = { kind: 'zip'; from: string; to: string } | { kind: 'place'; from: string };

/** A row with what was completed in it. */
export type NotedRow<Entry extends DniLocation | TrackingNumber = DniLocation | TrackingNumber> =
  ReadRow<Entry> & { notes: readonly RowNote[] };
