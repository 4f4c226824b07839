/** What is wrong with a page. */
import { siteCheckAnswer } from './answer-schema.ts';
import { siteCheckSchema } from './schema.ts';
import { operationsOf, type Operation } from '../../shared/reference/operation.ts';

const numbers = operationsOf('Tracking numbers', 'settings');

export const SITE_CHECK_OPERATIONS: readonly Operation[] = [
  numbers({
    name: 'checkSite',
    method: 'POST',
    path: '/dni/api/companies/{company}/site/check',
    summary: 'Read a page of the site, and say what is wrong with it',
    description:
      'The page is fetched as it is for everybody, within 5 seconds and up to 2 MB, without running its scripts. Only pages of the company are read: of its `domains`, or, while there are none, of sites where the widget was seen; by https, of names on the public internet, and each redirect by the same rules. Six checks a minute. Managers may ask too.',
    body: siteCheckSchema,
    answer: siteCheckAnswer,
    keyless: true,
    golden: 'lookup/check-site',
    problems: ['domain_not_allowed', 'rate_limited'],
  }),
];
