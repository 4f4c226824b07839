/** Saves the company's DNI settings with versions, and publishes them to KV with retries. */
import { settingsKey } from '../../../shared/cache-keys.ts';
import { within } from '../../../shared/limits/bounded-wait.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { waitAfter } from '../../engine/context/back-off.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { CompanyContext, CoreApp } from '../../engine/context/company-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { reportSettingsChanged } from '../settings/settings-changes.ts';
import { isPool, numbersOf } from '../../../dni/pure/number-entries.ts';
import type { DniSettings } from '../../../dni/schema.ts';
import { type AddedNumber, claimNumbers } from '../numbers/held-numbers.ts';
import { type MeasuredPool, smallPools } from '../../../dni/pool-warnings.ts';
import { measuredPools } from '../../../dni/measured-pools.ts';
import { checkDniSettings } from '../../../dni/settings-document.ts';
import type { Warning } from '../../../dni/warning-codes.ts';
import { type Fault, Problem, problemOfFaults } from '../../../shared/http/problems.ts';
import type { Edited } from './edits.ts';
import { storeVersion } from './history.ts';
import type { SettingsDifference } from './reference.ts';
import { settingsDifferences } from './settings-differences.ts';
import { dniSettingsOf, recordPools } from './saved-settings.ts';
import { timeZoneOf } from './time-zone.ts';

/** Milliseconds before the first retry, doubled after each further failure. */
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 10 * 60_000;
/** How long a save waits for KV before it answers. The alarm does the rest. */
const PUBLISH_TIMEOUT_MS = 2_000;

const THE_ROW =
  'SELECT version, document, published_version AS publishedVersion, publish_failures AS failures FROM dni_settings';

interface SettingsRow {
  [column: string]: SqlStorageValue;
  version: number;
  document: string;
  publishedVersion: number;
  failures: number;
}

/** The result of a save, or of its dry run. */
export interface SavedDniSettings {
  settings: DniSettings;
  warnings: Warning[];
  /** The current version. */
  version: number;
  changes: SettingsDifference[];
}

/** Asks the pools of the saved settings for their load. */
export function loadOfPools({
  company,
  POOLS,
}: CoreApp['Bindings']): Promise<ReadonlyMap<string, MeasuredPool>> {
  return measuredPools(POOLS, company.companyId, dniSettingsOf(company).read()?.settings.numbers ?? []);
}

/**
 * Checks the edited settings and saves them completely or not at all.
 * @param options.measured the load of pools, for warnings
 * @throws Problem one that lists every fault; `in_use` when other settings refer to a removed entry; `identifier_taken` for new numbers
 *   that another company has
 */
export function saveDniSettings(
  context: WriteContext,
  edited: Edited,
  { isDryRun, measured }: { isDryRun: boolean; measured: ReadonlyMap<string, MeasuredPool> },
): SavedDniSettings {
  const before = dniSettingsOf(context).read();
  const checked = checkDniSettings(edited.document);
  if (checked.faults !== undefined) throw refusal(edited, checked.faults);
  const { settings, warnings } = checked;
  claimNumbers(context, addedNumbers(before?.settings, settings), {
    isDryRun,
    refusal: (faults) => refusal(edited, faults),
  });
  const changes = settingsDifferences(before?.settings, settings);
  const version = isDryRun
    ? (before?.version ?? 0)
    : replaceDniSettings(context, settings, edited.restoredVersion);
  return { settings, warnings: [...warnings, ...smallPools(settings, measured)], version, changes };
}

/** Returns the tracking numbers that were not in the settings before. */
function addedNumbers(before: DniSettings | undefined, { numbers }: DniSettings): AddedNumber[] {
  const known = new Set(before?.numbers.flatMap((entry) => numbersOf(entry)));
  const added = numbers.flatMap((entry, index): AddedNumber[] => {
    const at = (member: string): string => `/numbers/${index}/${member}`;
    if (!isPool(entry)) return [{ number: entry.phone_number, pointer: at('phone_number') }];
    const leased = entry.phone_numbers.map((number, place) => ({
      number,
      pointer: at(`phone_numbers/${place}`),
    }));
    return [...leased, { number: entry.overflow, pointer: at('overflow') }];
  });
  return added.filter(({ number }) => !known.has(number));
}

/**
 * Makes the pointers of faults relative to the request's body. A fault outside of the body gets the pointer to the whole body.
 */
function refusal({ at = '', isRemoval }: Edited, [first, ...rest]: readonly [Fault, ...Fault[]]): Problem {
  if (isRemoval === true) {
    const detail = 'Other parts of the settings refer to it, see errors. Change those first.';
    return new Problem('in_use', detail, { errors: [first, ...rest] });
  }
  const relative = (fault: Fault): Fault => {
    const pointer = fault.pointer ?? '';
    return {
      ...fault,
      pointer: pointer === at || pointer.startsWith(`${at}/`) ? pointer.slice(at.length) : '',
    };
  };
  return problemOfFaults([relative(first), ...rest.map(relative)]);
}

/**
 * Replaces the settings. The caller publishes them next; if that does not happen, the alarm does.
 * @param settings checked by `checkDniSettings`
 * @param restoredVersion the version that is restored
 * @returns the new version: 1, 2, 3, ...
 */
function replaceDniSettings(
  context: WriteContext,
  settings: DniSettings,
  restoredVersion: number | undefined,
): number {
  const document = JSON.stringify(settings);
  const due = context.now + FIRST_RETRY_MS + PUBLISH_TIMEOUT_MS;
  const before = dniSettingsOf(context).read()?.settings;
  dniSettingsOf(context).forget();
  const { version } = context.database.one<{ version: number }>(
    `INSERT INTO dni_settings (only_row, version, document, modified_time, next_publish_time) VALUES (1, 1, ?1, ?2, ?3)
     ON CONFLICT (only_row) DO UPDATE SET version = version + 1, document = excluded.document,
       modified_time = excluded.modified_time, publish_failures = 0, next_publish_time = excluded.next_publish_time
     RETURNING version`,
    document,
    context.now,
    due,
  );
  storeVersion(context, { version, document, restoredVersion });
  recordPools(context.database, settings);
  reportSettingsChanged(context, { settings: 'dni', version, before, after: settings });
  context.wakeBy(due);
  return version;
}

/** Has the settings published again, since the company's zone may be another one. */
export function republishDniSettings(context: WriteContext): void {
  const changed = context.database.run(
    'UPDATE dni_settings SET published_version = 0, publish_failures = 0, next_publish_time = ?',
    context.now,
  );
  if (changed > 0) context.wakeBy(context.now);
}

/** Returns when the settings must be published (again), in milliseconds since the epoch; undefined if KV has them. */
export function nextPublishTime(database: Database): number | undefined {
  const row = database.maybe<{ next_publish_time: number | null }>(
    'SELECT next_publish_time FROM dni_settings',
  );
  return row?.next_publish_time ?? undefined;
}

/**
 * Writes the newest settings to KV if it does not have them. A write that timed out may still arrive. So the next write begins
 * only after it has ended, and the last version that KV receives is the newest.
 * @returns whether KV has the newest version; after a failure the database has the time of the next attempt
 */
export async function publishDniSettings(company: CompanyContext, cache: KVNamespace): Promise<boolean> {
  const isPublished = await within(
    dniSettingsOf(company).publishing(() => putNewest(company, cache)),
    PUBLISH_TIMEOUT_MS,
    false,
  );
  const row = company.database.maybe<SettingsRow>(THE_ROW);
  if (row === undefined || row.publishedVersion === row.version) return true;
  // A version that was saved meanwhile is due at once. After a failure the wait doubles.
  if (!isPublished) {
    const wait = waitAfter(row.failures, { first: FIRST_RETRY_MS, longest: LONGEST_RETRY_MS });
    change(company, (context) => {
      context.database.run(
        'UPDATE dni_settings SET publish_failures = publish_failures + 1, next_publish_time = ?',
        context.now + wait,
      );
      context.wakeBy(context.now + wait);
    });
  }
  return false;
}

/**
 * Writes the newest settings to KV.
 * @returns true; rejects if the write fails
 */
async function putNewest(company: CompanyContext, cache: KVNamespace): Promise<boolean> {
  const row = company.database.maybe<SettingsRow>(THE_ROW);
  if (row === undefined || row.publishedVersion === row.version) return true;
  const zone = timeZoneOf(company);
  const published = `{"version":${row.version},"zone":${JSON.stringify(zone)},"settings":${row.document}}`;
  await cache.put(settingsKey(company.companyId), published);
  change(company, (context) => {
    // A zone that was chosen meanwhile is published next.
    context.database.run(
      `UPDATE dni_settings SET published_version = ?1, publish_failures = 0,
         next_publish_time = CASE WHEN version = ?1 THEN NULL ELSE ?2 END`,
      timeZoneOf(company) === zone ? row.version : 0,
      context.now,
    );
    if (nextPublishTime(context.database) !== undefined) context.wakeBy(context.now);
  });
  return true;
}

function change(company: CompanyContext, write: (context: WriteContext) => void): void {
  commit(company, contextOfActor(company, { kind: 'system', name: 'publication' }), write, 'reserve');
}
