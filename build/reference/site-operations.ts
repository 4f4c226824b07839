/** Where the widget was seen, and what is wrong with a page. */
import { FINDING_LEVELS, LEVELS, siteCheckSchema } from '../../worker/edge/site-check/schema.ts';
import {
  arrayOf,
  choice,
  count,
  exactly,
  flag,
  id,
  nullable,
  type Operation,
  phone,
  text,
  time,
} from './operation.ts';

const SITE = '/dni/api/companies/{company}/site';

export const SITE_OPERATIONS: readonly Operation[] = [
  {
    name: 'listSeenSites',
    method: 'GET',
    path: SITE,
    tag: 'Tracking numbers',
    summary: 'Where the widget was seen last',
    description:
      'When the widget last asked for numbers, by site and page; nothing about the visitor. A visit asks once in half an hour, so the pages are those on which visits began. An entry may be some minutes late, or missing when the site is busy. Crawlers are left out. Parts of a path that may name a person are shown as `*`. 20 sites with 20 pages each are kept. Managers may ask too.',
    access: 'settings',
    answer: exactly({
      sites: arrayOf(
        exactly({
          site: text,
          seen_time: time,
          pages: arrayOf(
            exactly({ path: text, seen_time: time, settings_version: count, targets: count, swaps: count }),
          ),
        }),
      ),
    }),
    golden: 'lookup/site',
  },
  {
    name: 'checkSite',
    method: 'POST',
    path: `${SITE}/check`,
    tag: 'Tracking numbers',
    summary: 'Read a page of the site, and say what is wrong with it',
    description:
      'The page is fetched as it is for everybody, within 5 seconds and up to 2 MB, without running its scripts. Only pages of the company are read: of its `domains`, or, while there are none, of sites where the widget was seen; by https, of names on the public internet, and each redirect by the same rules. Six checks a minute. Managers may ask too.',
    access: 'settings',
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
  },
  {
    name: 'getSetupProgress',
    method: 'GET',
    path: '/dni/api/companies/{company}/setup',
    tag: 'Tracking numbers',
    summary: 'How far the company is set up',
    description:
      'The facts that prove each step: settings, locations, numbers, a page that asked, a call that came in. Managers may ask too.',
    access: 'settings',
    answer: exactly({
      settings_version: count,
      default_number: nullable(phone),
      domains: arrayOf(text),
      locations: count,
      numbers: count,
      last_seen: nullable(exactly({ site: text, path: text, seen_time: time, swaps: count })),
      first_call: nullable(exactly({ call_id: id, lead_id: nullable(id), number: phone, time })),
      has_leads: flag,
      configuration: arrayOf(
        exactly({
          variable: { ...text, description: 'The variable of the deployment that counts as unset.' },
          detail: { ...text, description: 'What to write there.' },
        }),
      ),
    }),
    golden: 'lookup/setup',
  },
];
