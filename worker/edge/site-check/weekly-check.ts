/** Reads a page that a visitor has opened, once a week, for numbers that nobody tracks. Only these are reported to the company. */
import { addressRules } from '../../core/engine/context/company-context.ts';
import type { DuePage } from '../lookup/caches/page-reports.ts';
import type { LookupEnv } from '../lookup/lookup-app.ts';
import { withPage } from './fetch-page.ts';
import { faultOfPage } from './page-address.ts';
import { PrintedNumbers } from './printed-numbers.ts';
import { readPage } from './read-page.ts';

/** Reads a page by the rules of the site check, of the company's own domains alone. One that cannot be read changes nothing. */
export async function readDuePage(env: LookupEnv, { companyId, settings, page }: DuePage): Promise<void> {
  const url = URL.parse(page);
  const rules = { ...addressRules(env), domains: settings.domains, seenSites: [] };
  if (url === null || faultOfPage(url, rules) !== undefined) return;
  const numbers = new PrintedNumbers(settings);
  const read = await withPage(url, rules, async (fetched) => {
    await readPage(fetched, numbers);
    return fetched.isCut();
  });
  if ('failure' in read) return;
  const unknown = numbers.found().filter(({ kind }) => kind === 'unknown');
  await env.COMPANIES.getByName(companyId).recordReadPage({
    page,
    numbers: unknown.map(({ number }) => number),
    isWhole: !read.result,
  });
}
