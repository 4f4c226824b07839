/** What the site's routes are given. */
import type { SiteToCheck } from '../../core/company/interface.ts';
import type { CoreEnv } from '../../core/engine/context/company-context.ts';
import type { LookupApp, LookupEnv } from '../lookup/lookup-app.ts';

/** What is asked of the object of a company. */
interface CompanyObject {
  fetch(request: Request): Promise<Response>;
  /** What a page of the company is held against; counts as a check. */
  siteToCheck(): Promise<SiteToCheck>;
}

/** The bindings and variables that are used here; the Worker's `Env` has them all. */
export interface SiteEnv extends Omit<LookupEnv, 'COMPANIES'>, Pick<CoreEnv, 'PRIVATE_ADDRESSES'> {
  COMPANIES: { getByName(name: string): CompanyObject & ReturnType<LookupEnv['COMPANIES']['getByName']> };
  /** The script and its immutable copies. */
  ASSETS: Fetcher;
}

/** The Hono environment of the site's routes. */
export interface SiteApp extends LookupApp {
  Bindings: SiteEnv;
}
