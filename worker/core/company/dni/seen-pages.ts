/** Pages where the script was seen: the last lookup of each, with no data about visitors. */
import { isOwnHost } from '../../../dni/pure/domains.ts';
import type { PageReport } from '../../../dni/reports/page-report.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { CompanyContext, CompanyState } from '../../engine/context/company-context.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, Table } from '../../engine/storage/table.ts';
import { forgetSites, heardAt, noteHeard, SCRIPT } from '../heard/heard-hours.ts';
import { dniSettingsOf } from './saved-settings.ts';

/** Most stored sites. While the settings name no domains, anybody can claim to be a site. */
const MAX_SITES = 20;
const MAX_PAGES = 20;
/** A page is written at most once in this time, no matter how many isolates of the edge report it. */
const QUIET_MS = 60_000;

/** A page that requested its numbers. */
export interface SeenPage {
  path: string;
  /** Milliseconds since the epoch. */
  seenTime: number;
  settingsVersion: number;
  targets: number;
  swaps: number;
}

/** A site with its pages, last seen first. */
export interface SeenSite {
  /** Its origin. */
  site: string;
  pages: [SeenPage, ...SeenPage[]];
}

const PAGES = new Table<SeenPage & { site: string }>('seen_pages', {
  site: AS_IS,
  path: AS_IS,
  seenTime: AS_IS,
  settingsVersion: AS_IS,
  targets: AS_IS,
  swaps: AS_IS,
});
const SAVE = PAGES.upsert(['site', 'path'], []);
const BY_PATH = PAGES.select('WHERE site = ? AND path = ?');
const LAST_FIRST = PAGES.select('ORDER BY seen_time DESC, path');

/** Records a lookup by a page, unless the page was recorded a moment ago. */
export function recordPage(company: CompanyContext, report: PageReport): void {
  const { site, path, settingsVersion, targets, swaps } = report;
  const known = PAGES.maybe(company.database, BY_PATH, site, path);
  const context = contextOfActor(company, { kind: 'system', name: 'sightings' });
  const isQuiet = known !== undefined && context.now - known.seenTime < QUIET_MS;
  if (isQuiet && known.settingsVersion >= settingsVersion) return;
  commit(company, context, ({ database, now }) => {
    database.run(SAVE, ...PAGES.values({ site, path, seenTime: now, settingsVersion, targets, swaps }));
    noteHeard(database, heardAt(SCRIPT + site, now));
    if (known === undefined) makeRoom(database, site);
  });
}

/** Lists the company's sites, last seen first. Leaves out sites outside its `domains`. */
export function seenSites(company: Pick<CompanyState, 'database' | 'memory'>): SeenSite[] {
  const { database } = company;
  const dni = dniSettingsOf(company);
  const domains = new Set(dni.read()?.settings.domains);
  const sites = new Map<string, SeenSite>();
  for (const { site, ...page } of PAGES.all(database, LAST_FIRST)) {
    if (!isOwnHost(new URL(site).hostname, domains)) continue;
    const known = sites.get(site);
    if (known === undefined) sites.set(site, { site, pages: [page] });
    else known.pages.push(page);
  }
  return [...sites.values()];
}

/** Deletes the oldest pages of this site and the oldest sites beyond the bounds. */
function makeRoom(database: Database, site: string): void {
  database.run(
    `DELETE FROM seen_pages WHERE site = ?1 AND path IN
       (SELECT path FROM seen_pages WHERE site = ?1 ORDER BY seen_time DESC, path LIMIT -1 OFFSET ?2)`,
    site,
    MAX_PAGES,
  );
  database.run(
    `DELETE FROM seen_pages WHERE site IN
       (SELECT site FROM seen_pages GROUP BY site ORDER BY max(seen_time) DESC, site LIMIT -1 OFFSET ?)`,
    MAX_SITES,
  );
  forgetSites(database);
}
