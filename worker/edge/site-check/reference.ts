/** Reference of the site check. */
import { siteCheckAnswer } from './answer-schema.ts';
import { siteCheckSchema } from './schema.ts';
import { operationsOf, type Operation } from '../../shared/reference/operation.ts';

const numbers = operationsOf('Tracking numbers', 'settings');

export const SITE_CHECK_OPERATIONS: readonly Operation[] = [
  numbers({
    name: 'checkSite',
    method: 'POST',
    path: '/dni/api/companies/{company}/site/check',
    summary: 'Check a page of the site for problems',
    description:
      'Fetches the page without credentials, within 5 seconds and up to 2 MB, and does not run its scripts. The page must be on one of the company’s `domains`, or, while there are none, on a site where the widget was seen. It must use https and a name on the public internet. Redirects have to follow the same rules. A company may run six checks a minute. Managers may run them too.',
    body: siteCheckSchema,
    answer: siteCheckAnswer,
    keyless: true,
    golden: 'lookup/check-site',
    problems: ['domain_not_allowed', 'rate_limited'],
  }),
];
