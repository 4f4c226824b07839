/** Collects the data for a site check: the company's settings, the sites where the script was seen, and the current script. */
import { within } from '../../shared/limits/bounded-wait.ts';
import { addressRules } from '../../core/engine/context/company-context.ts';
import { Problem } from '../../shared/http/problems.ts';
import { rateLimited } from '../../shared/limits/rate-limits.ts';
import type { CheckContext } from './check.ts';
import type { SiteEnv } from './site-app.ts';

/** Longest wait for a static file; the check continues without it. */
const ASSETS_TIMEOUT_MS = 1_000;

/** @throws Problem `not_found` for a company without settings, `rate_limited` for one that is checked too often */
export async function contextOf(
  env: SiteEnv,
  { companyId, origin }: { companyId: string; origin: string },
): Promise<CheckContext> {
  const company = await env.COMPANIES.getByName(companyId).siteToCheck();
  if (company.outcome === 'no_settings')
    throw new Problem('not_found', 'The company has no DNI settings yet.');
  if (company.outcome === 'too_many') throw rateLimited(company.retryAfter);
  const { settings, sites } = company;
  const seenTimes = new Map(sites.map(({ site, seenTime }) => [site, seenTime]));
  return {
    settings,
    rules: { ...addressRules(env), domains: settings.domains, seenSites: [...seenTimes.keys()] },
    expected: { companyId, origin, currentFile: await currentFile(env, origin) },
    hasFile: async (path) => (await asset(env, new URL(path, origin)))?.ok ?? true,
    seenTime: (site) => seenTimes.get(site),
  };
}

/** Returns the versioned path of the current script. */
async function currentFile(env: SiteEnv, origin: string): Promise<string> {
  const manifest = await asset(env, new URL('/dni/leadline.json', origin));
  if (manifest?.ok !== true) return '';
  return (await manifest.json<{ file: string }>()).file;
}

function asset(env: SiteEnv, url: URL): Promise<Response | undefined> {
  return within((async () => env.ASSETS.fetch(url.href))(), ASSETS_TIMEOUT_MS, undefined);
}
