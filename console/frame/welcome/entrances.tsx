/** What stands in place of the screens: before somebody is signed in, and in a company that is not theirs. One part. */
export { ForeignCompany } from './foreign-company.tsx';
export { TwoFactorsFirst } from './two-factors.tsx';
export { Welcome } from './welcome.tsx';
