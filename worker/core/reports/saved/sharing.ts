/** Pages of reports that are shared by a link: read only, without a sign-in, until a day or until somebody ends it. */
import { randomBytes } from 'node:crypto';
import { lruCache } from '../../../shared/lru-cache.ts';
import { safeName, safeTitle } from '../../../shared/mail/safe-names.ts';
import { momentText } from '../../../shared/mail/times.ts';
import { timeStyleOf } from '../../../shared/pure/time-style.ts';
import { brandOf, pictureOf } from '../../company/brand/brand.ts';
import { timeZoneOf } from '../../company/dni/time-zone.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import type { CompanyObject } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { checkIfMatch, versionTag } from '../../engine/http/answers.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';
import { currenciesOf } from '../company-rules.ts';
import { report } from '../queries/report.ts';
import { rangeTitle } from '../words/periods.ts';
import { pageHtml, STYLE_SOURCE } from './page-html.ts';
import { type TableLimits, tablesOf } from './report-mail.ts';
import { readerFault } from './scheduled-runs.ts';
import { findSharedReport, requireSavedReport, saveChange } from './saved-reports.ts';
import { readSavedQuery, type SavedReportRecord } from './schema.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Bytes of the secret in an address. */
const SECRET_BYTES = 24;
/** How long the figures of a page are shown again: whoever has its address may open it as often as they like. */
const FRESH_MS = 60_000;
/** Most pages whose figures are remembered. */
const MOST_REMEMBERED = 20;
/** Rows and figures of a page, so that it fits paper. */
const ON_PAGE: TableLimits = { rows: 200, figures: 6, allRows: 'in the whole report' };

const ACTOR = { kind: 'system', name: 'reports' } as const;

/** The page of a report, and the source of its style for a Content-Security-Policy. */
export interface SharedPage {
  html: string;
  style: string;
}

/**
 * Shares a report for some days by a new address, or ends the sharing. A former address works no more.
 * @param days null ends the sharing
 * @returns the report, and the path of its page
 * @throws Problem 404, 412
 */
export function shareSavedReport(
  context: WriteContext,
  idText: string,
  days: number | null,
): { report: SavedReportRecord; path: string | null } {
  const before = requireSavedReport(context, idText);
  checkIfMatch(context.ifMatch, versionTag(before.version));
  const secret = days === null ? null : randomBytes(SECRET_BYTES).toString('base64url');
  const after = {
    ...before,
    version: before.version + 1,
    modifiedTime: context.now,
    pageHash: secret && sha256Hex(secret),
    sharedUntil: days && context.now + days * DAY_MS,
  };
  const path = secret && `/reports/shared/${context.companyId}/${secret}`;
  return { report: saveChange(context, before, after), path };
}

/** Returns the page of a report; undefined if it is not shared, or nobody who may read reports shares it any more. */
export async function sharedReport(company: CompanyObject, secret: string): Promise<SharedPage | undefined> {
  const saved = findSharedReport(company.database, sha256Hex(secret), Date.now());
  if (saved === undefined || readerFault(contextOfActor(company, ACTOR), saved) !== undefined)
    return undefined;
  return company.memory.of(SharedPages).of(company, saved);
}

async function pageOf(company: CompanyObject, saved: SavedReportRecord): Promise<SharedPage> {
  const context = contextOfActor(company, ACTOR);
  const currencies = await currenciesOf(company, company.bindings);
  const { name, default_region: region } = settingsOf(company).options();
  const body = await report(context, readSavedQuery(saved.query), currencies);
  const { from, to, compared, notes } = body;
  const moment = (time: number): string => momentText(time, { timeZone: timeZoneOf(company), region });
  const days = (first: string, last: string): string => rangeTitle(first, last, timeStyleOf(region));
  const html = pageHtml({
    companyName: safeName(name, 'A company'),
    logo: logoOf(company),
    title: safeTitle(saved.name, 'Calls and leads'),
    facts: [
      days(from, to),
      ...(compared === null ? [] : [`Changes are against ${days(compared.from, compared.to)}.`]),
    ],
    tables: tablesOf(body, region, ON_PAGE),
    notes,
    footer: `Figures of ${moment(context.now)}. This page is shared until ${moment(saved.sharedUntil ?? 0)}.`,
  });
  return { html, style: STYLE_SOURCE };
}

function logoOf({ database }: CompanyObject): string | undefined {
  const { logo } = brandOf(database);
  const picture = pictureOf(database);
  if (logo === null || picture === undefined) return undefined;
  return `data:${logo.type};base64,${Buffer.from(picture).toString('base64')}`;
}

/** The pages of the last minute. A page that is asked for while it is made is made once. */
class SharedPages {
  readonly #pages = lruCache<Promise<SharedPage>>(MOST_REMEMBERED, FRESH_MS);

  of(company: CompanyObject, saved: SavedReportRecord): Promise<SharedPage> {
    const key = `${saved.reportId} ${saved.version}`;
    const known = this.#pages.get(key);
    if (known !== undefined) return known;
    const made = pageOf(company, saved);
    this.#pages.set(key, made);
    made.catch(() => this.#pages.delete(key));
    return made;
  }

  /** Does nothing: a page is kept for a minute whatever changes. */
  forget(): void {}
}
