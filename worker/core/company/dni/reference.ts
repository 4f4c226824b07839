/** Reference of the history of the DNI settings and of pages with the widget. */
import {
  dniSettingsAnswer,
  savedDniSettingsAnswer,
  seenSitesAnswer,
  versionsAnswer,
} from './answer-schema.ts';
import { operationsOf, type Operation } from '../../../shared/reference/operation.ts';

const COMPANY = '/dni/api/companies/{company}';
const HISTORY = `${COMPANY}/settings/history`;
const numbers = operationsOf('Tracking numbers', 'settings');

export const DNI_HISTORY_OPERATIONS: readonly Operation[] = [
  numbers({
    name: 'listDniSettingsVersions',
    method: 'GET',
    path: HISTORY,
    summary: 'The last 50 versions of the DNI settings, newest first',
    answer: versionsAnswer,
    golden: 'lookup/settings-history',
  }),
  numbers({
    name: 'getDniSettingsVersion',
    method: 'GET',
    path: `${HISTORY}/{version}`,
    summary: 'One former version of the DNI settings',
    answer: dniSettingsAnswer,
    versioned: true,
    golden: 'lookup/settings-version',
  }),
  numbers({
    name: 'restoreDniSettings',
    method: 'POST',
    path: `${HISTORY}/{version}/restore`,
    summary: 'Restore a former version of the DNI settings as a new version',
    answer: savedDniSettingsAnswer,
    versioned: true,
    headers: ['Leadline-Published'],
    golden: 'lookup/restore-settings',
    problems: ['precondition_failed', 'identifier_taken', 'service_unavailable'],
  }),
];

export const SEEN_SITE_OPERATIONS: readonly Operation[] = [
  numbers({
    name: 'listSeenSites',
    method: 'GET',
    path: `${COMPANY}/site`,
    summary: 'The pages where the widget was last seen',
    description:
      'When the widget last asked for numbers, by site and page; nothing about the visitor. A visit asks once in half an hour, so the pages are those on which visits began. An entry may be some minutes late, or missing when the site is busy. Crawlers are left out. Parts of a path that may name a person are shown as `*`. 20 sites with 20 pages each are kept. Managers may ask too.',
    answer: seenSitesAnswer,
    golden: 'lookup/site',
  }),
];
