/** Answers about the DNI settings, their versions and pages with the widget. */
import * as v from 'valibot';
import { dniNumberSchema, dniSettingsSchema, locationSchema } from '../../../dni/schema.ts';
import { type Warning, WARNINGS } from '../../../dni/warning-codes.ts';
import { anyValue, count, named, time } from '../../../shared/reference/answers.ts';

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
