/** What the tracking numbers' settings were. */
import { arrayOf, count, exactly, type Operation, ref, text, time } from './operation.ts';

const HISTORY = '/dni/api/companies/{company}/settings/history';

export const DNI_HISTORY_OPERATIONS: readonly Operation[] = [
  {
    name: 'listDniSettingsVersions',
    method: 'GET',
    path: HISTORY,
    tag: 'Tracking numbers',
    summary: 'The last 50 versions of the DNI settings, the newest first',
    access: 'settings',
    answer: exactly({
      versions: arrayOf(
        exactly({
          version: count,
          time,
          'actor?': text,
          'actor_name?': text,
          'restored_version?': count,
        }),
      ),
    }),
    golden: 'lookup/settings-history',
  },
  {
    name: 'getDniSettingsVersion',
    method: 'GET',
    path: `${HISTORY}/{version}`,
    tag: 'Tracking numbers',
    summary: 'One former version of the DNI settings',
    access: 'settings',
    answer: ref('DniSettings'),
    versioned: true,
    golden: 'lookup/settings-version',
  },
  {
    name: 'restoreDniSettings',
    method: 'POST',
    path: `${HISTORY}/{version}/restore`,
    tag: 'Tracking numbers',
    summary: 'Restore a former version of the DNI settings as a new version',
    access: 'settings',
    answer: ref('SavedDniSettings'),
    versioned: true,
    headers: ['Leadline-Published'],
    golden: 'lookup/restore-settings',
    problems: ['precondition_failed'],
  },
];
