/** What the edge uses of the company room. */
export type { NewCompany } from './companies.ts';
export type { SiteToCheck } from './dni/site-checks.ts';
