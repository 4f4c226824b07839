/** The company's own name and logo. */
import { problemOfFaults } from '../../../shared/http/problems.ts';
import { safeName } from '../../../shared/mail/safe-names.ts';
import type { CompanyState } from '../../engine/context/company-context.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import type { RowReader } from '../../engine/storage/rows.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';
import { AS_IS, nullableJson, Table } from '../../engine/storage/table.ts';
import { settingsOf } from '../settings/settings.ts';
import { reportSettingsChanged } from '../settings/settings-changes.ts';
import type { BrandBody } from './reference.ts';
import { readPicture } from './pictures.ts';

/** Largest logo. Every page of the console shows it. */
export const MAX_LOGO_BYTES = 100_000;
/** Largest width and height, in pixels. */
const MAX_LOGO_SIDE = 1_024;

export interface BrandRecord extends BrandBody {
  /** Counts the changes. */
  version: number;
}

type LogoFacts = NonNullable<BrandBody['logo']>;

/** A logo that may be saved. */
export interface Logo {
  facts: LogoFacts;
  picture: ArrayBuffer;
}

const ROWS = new Table<BrandRecord>('brand', { version: AS_IS, name: AS_IS, logo: nullableJson() });
const THE_ROW = ROWS.select('');

/** Reads name and logo, each null if the company has none of its own. */
export function brandOf(database: RowReader): BrandRecord {
  return ROWS.maybe(database, THE_ROW) ?? { version: 0, name: null, logo: null };
}

/** Returns the brand as it is answered. */
export function brandBody({ name, logo }: BrandRecord): BrandBody {
  return { name, logo };
}

/** Returns what the company's users call the product. */
export function productNameOf(database: RowReader): string {
  return brandOf(database).name ?? 'Leadline';
}

/** How pages for people outside name who writes to them. */
export interface SenderNames {
  companyName: string;
  /** The brand; the name of a company that has none. */
  heading: string;
}

/** Returns who writes mail for a company, without names that hold an address. */
export function senderNames(company: CompanyState): SenderNames {
  const { name } = settingsOf(company).options();
  const heading = safeName(brandOf(company.database).name ?? '', safeName(name, 'E-mails'));
  return { companyName: safeName(name, 'a company'), heading };
}

/** Reads the bytes of the logo; undefined without one. */
export function pictureOf(database: Database): ArrayBuffer | undefined {
  return database.maybe<{ picture: ArrayBuffer | null }>('SELECT picture FROM brand')?.picture ?? undefined;
}

/** Changes name or logo, and reports it. @returns what they are then */
export function changeBrand(context: WriteContext, change: () => void): BrandRecord {
  const before = brandOf(context.database);
  change();
  const after = brandOf(context.database);
  const states = { before: brandBody(before), after: brandBody(after) };
  reportSettingsChanged(context, { settings: 'brand', version: after.version, ...states });
  return after;
}

/** Sets the name, or removes it with null. */
export function renameBrand({ database }: WriteContext, name: string | null): void {
  database.run(
    `INSERT INTO brand (only, version, name) VALUES (1, 1, ?)
     ON CONFLICT DO UPDATE SET version = version + 1, name = excluded.name`,
    name,
  );
}

/** Sets the logo, or removes it with null. */
export function replaceLogo({ database }: WriteContext, logo: Logo | null): void {
  database.run(
    `INSERT INTO brand (only, version, logo, picture) VALUES (1, 1, ?, ?)
     ON CONFLICT DO UPDATE SET version = version + 1, logo = excluded.logo, picture = excluded.picture`,
    logo && JSON.stringify(logo.facts),
    logo && logo.picture,
  );
}

/**
 * Checks a file that is to be the logo. What its sender says of its type does not count.
 * @throws Problem `invalid_parameter` for another kind of file, and for a picture that is too large or moves
 */
export function readLogo(bytes: Uint8Array<ArrayBuffer>): Logo {
  const picture = readPicture(bytes);
  const fault = faultOf(picture);
  if (picture === undefined || fault !== undefined) {
    throw problemOfFaults([{ pointer: '', code: 'invalid_parameter', detail: fault ?? '' }]);
  }
  const { type, width, height } = picture;
  const facts = { version: sha256Hex(bytes).slice(0, 32), type, bytes: bytes.length, width, height };
  // The bytes may be a part of a larger buffer.
  return { facts, picture: bytes.slice().buffer };
}

function faultOf(picture: ReturnType<typeof readPicture>): string | undefined {
  if (picture === undefined) return 'This file is no picture of the kind PNG, JPEG or WebP.';
  const { width, height, isMoving } = picture;
  if (isMoving) return 'This picture moves. Choose one that stands still.';
  if (Math.min(width, height) > 0 && Math.max(width, height) <= MAX_LOGO_SIDE) return undefined;
  return `This picture has ${width} × ${height} pixels. It may have ${MAX_LOGO_SIDE} × ${MAX_LOGO_SIDE}.`;
}
