/** The parts of the company room that the edge uses. */
export type { SenderNames } from './brand/brand.ts';
export type { NewCompany } from './companies.ts';
export type { CheckedPage, SiteToCheck } from './dni/site-checks.ts';
