/** The Hono environment and bindings of the site routes. */
import type { CheckedPage, SiteToCheck } from '../../core/company/interface.ts';
import type { CoreEnv } from '../../core/engine/context/company-context.ts';
import type { LookupApp, LookupEnv } from '../lookup/lookup-app.ts';

/** The methods of a company's Durable Object that are used here. */
interface CompanyObject {
  fetch(request: Request): Promise<Response>;
  /** Returns the data for a check, and counts the check. */
  siteToCheck(): Promise<SiteToCheck>;
  /** Remembers what a check has found. */
  recordCheckedPage(checked: CheckedPage): Promise<void>;
}

/** The bindings and variables used here, a part of the Worker's `Env`. */
export interface SiteEnv extends Omit<LookupEnv, 'COMPANIES'>, Pick<CoreEnv, 'PRIVATE_ADDRESSES'> {
  COMPANIES: { getByName(name: string): CompanyObject & ReturnType<LookupEnv['COMPANIES']['getByName']> };
  /** The script and its immutable copies. */
  ASSETS: Fetcher;
}

/** The Hono environment of the site routes. */
export interface SiteApp extends LookupApp {
  Bindings: SiteEnv;
}
