/** What is wrong with a page. */
import { FINDING_LEVELS, LEVELS, siteCheckSchema } from './schema.ts';
import {
  arrayOf,
  choice,
  count,
  exactly,
  nullable,
  phone,
  text,
  operationsOf,
  type Operation,
} from '../../shared/reference/operation.ts';

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
    answer: exactly({
      url: text,
      tag: nullable(exactly({ src: text, company_id: nullable(text) })),
      numbers: arrayOf(
        exactly({
          number: phone,
          kind: choice(['target', 'tracking', 'unknown']),
          texts: count,
          links: count,
        }),
      ),
      findings: arrayOf(
        exactly({
          code: choice(Object.keys(FINDING_LEVELS)),
          level: choice(LEVELS),
          what: text,
          why: text,
          fix: text,
        }),
      ),
    }),
    keyless: true,
    golden: 'lookup/check-site',
    problems: ['domain_not_allowed', 'rate_limited'],
  }),
];
