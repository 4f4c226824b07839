/** Reference of the history of the DNI settings and of pages with the widget. */
import * as v from 'valibot';
import { dniNumberSchema, dniSettingsSchema, locationSchema } from '../../../dni/schema.ts';
import { WARNINGS, type Warning } from '../../../dni/warning-codes.ts';
import { anyValue, count, named, time } from '../../../shared/reference/answers.ts';
import { type Operation, operationsOf } from '../../../shared/reference/operation.ts';

/** The reason why a value of a change has no type. */
const OF_THE_MEMBER = 'It has the type of the member that changed.';

/** A client may send an answer back, so the schema of the body takes its warnings. */
const { warnings: _sentBack, ...settingsEntries } = dniSettingsSchema.pipe[0].entries;

export const dniLocationAnswer = named('DniLocation', locationSchema);
export const dniNumberAnswer = named('DniNumber', dniNumberSchema);

/** The settings with every default filled in. */
export const dniSettingsAnswer = named('DniSettings', v.strictObject(settingsEntries));

const warning = named(
  'SettingsWarning',
  v.strictObject({
    pointer: v.string(),
    code: v.picklist(Object.keys(WARNINGS) as Warning['code'][]),
    detail: v.string(),
  }),
);
export type SettingsWarningBody = v.InferOutput<typeof warning>;

/** The members of every answer to a save: warnings about settings that are allowed but rarely intended. */
const savedEntries = { warnings: v.array(warning) };

export const settingsWarningsAnswer = named('SettingsWarnings', v.strictObject(savedEntries));
export type SettingsWarningsBody = v.InferOutput<typeof settingsWarningsAnswer>;

export const savedDniSettingsAnswer = named(
  'SavedDniSettings',
  v.strictObject({ ...settingsEntries, ...savedEntries }),
);
export type SavedDniSettingsBody = v.InferOutput<typeof savedDniSettingsAnswer>;

export const savedLocationAnswer = named(
  'SavedLocation',
  v.strictObject({ location: dniLocationAnswer, ...savedEntries }),
);
export const savedNumberAnswer = named(
  'SavedNumber',
  v.strictObject({ numbers: v.array(dniNumberAnswer), ...savedEntries }),
);

/** One entry of a list, or one member that is no list, before and after. */
const difference = v.strictObject({
  /** The member of the settings. */
  member: v.string(),
  /** Which entry of the member's list: the `location_id`, the name of a rule, a number, a domain. */
  entry: v.exactOptional(v.string()),
  change: v.picklist(['added', 'changed', 'removed']),
  before: v.exactOptional(anyValue(OF_THE_MEMBER)),
  after: v.exactOptional(anyValue(OF_THE_MEMBER)),
});
export type SettingsDifference = v.InferOutput<typeof difference>;

/** What a dry run of a save answers. */
export const rehearsalEntries = {
  dry_run: v.literal(true),
  settings: dniSettingsAnswer,
  ...savedEntries,
  changes: v.array(difference),
};

const version = v.strictObject({
  version: count,
  time,
  actor: v.string(),
  actor_name: v.string(),
  restored_version: v.exactOptional(count),
});
export type VersionBody = v.InferOutput<typeof version>;

/** The versions, newest first. */
export const versionsAnswer = v.strictObject({ versions: v.array(version) });
export type VersionsBody = v.InferOutput<typeof versionsAnswer>;

/** A page that requested its numbers. */
const seenPage = v.strictObject({
  path: v.string(),
  seen_time: time,
  settings_version: count,
  targets: count,
  swaps: count,
});
export type SeenPageBody = v.InferOutput<typeof seenPage>;

const seenSite = v.strictObject({ site: v.string(), seen_time: time, pages: v.array(seenPage) });
export type SeenSiteBody = v.InferOutput<typeof seenSite>;

/** Sites, the last request first. */
export const seenSitesAnswer = v.strictObject({ sites: v.array(seenSite) });
export type SeenSitesBody = v.InferOutput<typeof seenSitesAnswer>;

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
