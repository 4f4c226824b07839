/** The versions of the DNI settings, and where the widget was seen, as they are answered. */
import * as v from 'valibot';
import { count, time } from '../../../shared/reference/answers.ts';

const version = v.strictObject({
  version: count,
  time,
  actor: v.string(),
  actor_name: v.string(),
  restored_version: v.exactOptional(count),
});
export type VersionBody = v.InferOutput<typeof version>;

/** The newest first. */
export const versionsAnswer = v.strictObject({ versions: v.array(version) });
export type VersionsBody = v.InferOutput<typeof versionsAnswer>;

/** A page that asked for its numbers. */
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

/** Those that asked last first. */
export const seenSitesAnswer = v.strictObject({ sites: v.array(seenSite) });
export type SeenSitesBody = v.InferOutput<typeof seenSitesAnswer>;
