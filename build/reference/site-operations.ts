/** Where the widget was seen, and what is wrong with a page. */
import { arrayOf, count, exactly, type Operation, text, time } from './operation.ts';

const SITE = '/dni/api/companies/{company}/site';

export const SITE_OPERATIONS: readonly Operation[] = [
  {
    name: 'getSeenSites',
    method: 'GET',
    path: SITE,
    tag: 'Tracking numbers',
    summary: 'Where the widget was seen last',
    description:
      'Of each site and page the last question that was answered, without anything of who asked. A visit asks once in half an hour, so pages are those that visits began on; a question may be told some minutes late, or not at all when the site is busy. Crawlers are left out, and what may name a person in a path is `*`. 20 sites with 20 pages each are kept. Managers may ask too.',
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
];
