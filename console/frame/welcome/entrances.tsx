/** What seldom stands in place of the screens: the pages of links, of a second factor, and of a company that is not theirs. One part. */
export { ByLink } from './by-link.tsx';
export { ForeignCompany } from './foreign-company.tsx';
export { Forgotten } from './forgotten.tsx';
export { TwoFactorsFirst } from './two-factors.tsx';
