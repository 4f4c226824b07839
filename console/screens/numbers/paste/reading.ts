/** What a sheet is read with, and a row that was read. Pure. */
import type { DniLocation, DniSettings, TrackingNumber } from '../../draft/dni-settings.ts';
import type { Mapping } from './sheet/columns.ts';
import type { Places } from '../../places/finding/find-place.ts';
import type { ReadRow } from './pasted-matches.ts';

/** What a sheet is read with. */
export interface Reading {
  settings: DniSettings;
  /** The company's country (ISO 3166-1 alpha-2), for branches without one. */
  country: string;
  /**
   * Converts a phone number to E.164; leaves other texts.
   * @param country of numbers without a country code (ISO 3166-1 alpha-2); by default, the company's
   */
  toE164: (text: string, country?: string) => string;
  /** The members that the user chose for columns, by the name of the column. */
  chosen?: Mapping;
  /** Whether the phones that ring are on the site too, where the sheet leaves it open; undefined before the user says so. */
  isPrinted?: boolean | undefined;
  places?: Places;
}

/** Returns the cell of a member in a row; '' if there is none. */
export type Values = (member: string) => string;

/** A row of the sheet. */
export interface ReadCells {
  /** The row number in the spreadsheet, from 1. */
  line: number;
  values: Values;
  /** The source whose column the number is in, in a wide sheet. */
  source?: string;
}

/** What was completed in a row. */
export type RowNote =
  | { kind: 'zip'; from: string; to: string }
  | { kind: 'place'; from: string }
  | { kind: 'city'; from: string };

/** A row with what was completed in it. */
export type NotedRow<Entry extends DniLocation | TrackingNumber = DniLocation | TrackingNumber> =
  ReadRow<Entry> & {
    notes: readonly RowNote[];
    /** The number on the site of a branch, in E.164. */
    printed?: string;
  };
