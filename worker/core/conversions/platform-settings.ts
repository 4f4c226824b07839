/** The company's settings for ad platforms: the table, the memory, and changes by super admins. */
import { seal, unseal } from '../../shared/secrets/sealing.ts';
import { type Fault, notFound, Problem, refuseFaults } from '../../shared/http/problems.ts';
import { reportSettingsChanged } from '../company/settings/settings-changes.ts';
import type { CompanyState, CoreEnv } from '../engine/context/company-context.ts';
import { endTrouble } from '../engine/context/feature.ts';
import type { WriteContext } from '../engine/context/request-context.ts';
import { checkIfMatch, versionTag } from '../engine/http/answers.ts';
import type { Database } from '../engine/storage/database.ts';
import { AS_IS, FLAG, json, nullableJson, Table } from '../engine/storage/table.ts';
import type { PlatformField } from './platforms/fact-types.ts';
import { FACTS, type Platform, PLATFORMS } from './platforms/facts.ts';
import { faultsOfSettings, isSecretOf } from './platforms/checks.ts';
import type { PlatformInput, PlatformRecord } from './schema.ts';

const ROWS = new Table<PlatformRecord>('conversion_platforms', {
  platform: AS_IS,
  version: AS_IS,
  isEnabled: FLAG,
  settings: json(),
  secret: AS_IS,
  secretTime: AS_IS,
  failures: AS_IS,
  restUntil: AS_IS,
  lastAttempt: nullableJson(),
  lastAcceptedTime: AS_IS,
});
const ALL = ROWS.select('');
const SAVE = ROWS.upsert(['platform'], []);

/** Returns the settings of a company from its object's memory. */
export function platformsOf({ memory }: Pick<CompanyState, 'memory'>): ConversionPlatforms {
  return memory.of(ConversionPlatforms);
}

export class ConversionPlatforms {
  readonly #database: Database;
  #records: ReadonlyMap<Platform, PlatformRecord> | undefined;

  constructor({ database }: CompanyState) {
    this.#database = database;
  }

  /** Returns the settings of a platform; the ones before the first save are empty, with version 0. */
  of(platform: Platform): PlatformRecord {
    this.#records ??= new Map(ROWS.all(this.#database, ALL).map((record) => [record.platform, record]));
    return this.#records.get(platform) ?? { ...UNSET, platform };
  }

  /** Forgets the settings, so that the next read comes from the database. */
  forget(): void {
    this.#records = undefined;
  }
}

const UNSET: Omit<PlatformRecord, 'platform'> = {
  version: 0,
  isEnabled: false,
  settings: {},
  secret: null,
  secretTime: null,
  failures: 0,
  restUntil: 0,
  lastAttempt: null,
  lastAcceptedTime: null,
};

/** Returns how a platform is named among what does not work. */
export function troubledPart(platform: Platform): string {
  return `platform:${platform}`;
}

/** Reads the platform in a path. @throws Problem `not_found` */
export function requirePlatform(text: string): Platform {
  const platform = PLATFORMS.find((name) => name === text);
  if (platform === undefined) throw notFound();
  return platform;
}

/**
 * Seals a platform's secret with the secret of the deployment.
 * @throws Problem `operator_token_unset`
 */
export async function sealSecret(
  { companyId }: Pick<CompanyState, 'companyId'>,
  env: Pick<CoreEnv, 'OPERATOR_TOKEN'>,
  { platform, secret }: { platform: Platform; secret: string },
): Promise<string> {
  const { OPERATOR_TOKEN: key } = env;
  if (key === undefined || key === '') {
    throw new Problem('operator_token_unset', 'Secrets are sealed with OPERATOR_TOKEN, which is not set.');
  }
  return Buffer.from(await seal(secret, key, purposeOf(companyId, platform))).toString('base64');
}

/** Opens a platform's secret. @returns undefined without one, and if the deployment's secret has changed since */
export async function openSecret(
  { companyId }: Pick<CompanyState, 'companyId'>,
  env: Pick<CoreEnv, 'OPERATOR_TOKEN'>,
  { platform, secret }: Pick<PlatformRecord, 'platform' | 'secret'>,
): Promise<string | undefined> {
  const { OPERATOR_TOKEN: key } = env;
  if (secret === null || key === undefined || key === '') return undefined;
  const sealed = Uint8Array.from(Buffer.from(secret, 'base64')).buffer;
  return unseal(sealed, key, purposeOf(companyId, platform));
}

/**
 * Saves the settings of a platform, and lets it be tried at once.
 * @param sealed the sealed secret; undefined keeps the one before, null removes it
 * @throws Problem 400 with all faults, 412
 */
export function savePlatform(
  context: WriteContext,
  platform: Platform,
  { enabled, settings, secret: given }: PlatformInput,
  sealed: string | null | undefined,
): PlatformRecord {
  const before = platformsOf(context).of(platform);
  checkIfMatch(context.ifMatch, versionTag(before.version));
  const secret = sealed === undefined ? before.secret : sealed;
  refuseFaults([
    ...faultsOf(platform, { enabled, settings }),
    ...faultsOfSecret(platform, { enabled, hasSecret: secret !== null, given }),
  ]);
  const record: PlatformRecord = {
    ...before,
    version: before.version + 1,
    isEnabled: enabled,
    settings,
    secret,
    secretTime: sealed === undefined ? before.secretTime : sealed === null ? null : context.now,
    failures: 0,
    restUntil: 0,
  };
  context.database.run(SAVE, ...ROWS.values(record));
  platformsOf(context).forget();
  endTrouble(context, troubledPart(platform));
  const view = (state: PlatformRecord): object => ({
    enabled: state.isEnabled,
    settings: state.settings,
    secret_set: state.secret !== null,
    secret_time: state.secretTime,
  });
  reportSettingsChanged(context, {
    settings: 'conversions',
    id: platform,
    version: record.version,
    before: before.version === 0 ? undefined : view(before),
    after: view(record),
  });
  context.wakeBy(context.now);
  return record;
}

/** Saves the state of a platform, which is no change of its settings. */
export function recordState(
  context: WriteContext,
  platform: Platform,
  state: Partial<Pick<PlatformRecord, 'failures' | 'restUntil' | 'lastAttempt' | 'lastAcceptedTime'>>,
): void {
  const record = platformsOf(context).of(platform);
  if (record.version === 0) return;
  context.database.run(SAVE, ...ROWS.values({ ...record, ...state }));
  platformsOf(context).forget();
}

function faultsOf(
  platform: Platform,
  { enabled, settings }: Pick<PlatformInput, 'enabled' | 'settings'>,
): Fault[] {
  const { fields } = FACTS[platform];
  const unknown = Object.keys(settings)
    .filter((name) => !fields.some((field) => field.name === name))
    .map((name): Fault => ({
      pointer: `/settings/${name}`,
      code: 'unknown_parameter',
      detail: 'There is no such setting.',
      allowed: fields.map((field) => field.name),
    }));
  const wrong = fields.flatMap((field): Fault[] => {
    const detail = faultOfField(field, settings[field.name], enabled);
    if (detail === undefined) return [];
    return [{ pointer: `/settings/${field.name}`, code: 'invalid_parameter', detail }];
  });
  const others = faultsOfSettings(platform, settings).map(({ name, detail }): Fault => ({
    pointer: `/settings/${name}`,
    code: 'invalid_parameter',
    detail,
  }));
  return [...unknown, ...wrong, ...others];
}

function faultsOfSecret(
  platform: Platform,
  { enabled, hasSecret, given }: { enabled: boolean; hasSecret: boolean; given: string | null | undefined },
): Fault[] {
  const { secret } = FACTS[platform];
  if (secret === null) {
    return typeof given === 'string'
      ? [{ pointer: '/secret', code: 'invalid_parameter', detail: 'The platform takes no secret.' }]
      : [];
  }
  if (typeof given === 'string' && !(secret.pattern.test(given) && isSecretOf(platform, given))) {
    return [{ pointer: '/secret', code: 'invalid_parameter', detail: secret.hint }];
  }
  return enabled && !hasSecret
    ? [{ pointer: '/secret', code: 'missing_parameter', detail: secret.hint }]
    : [];
}

function faultOfField(
  { kind, isRequired, choices, pattern, hint }: PlatformField,
  value: string | boolean | undefined,
  isEnabled: boolean,
): string | undefined {
  if (value === undefined || value === '') return isRequired && isEnabled ? hint : undefined;
  if (kind === 'flag') return typeof value === 'boolean' ? undefined : hint;
  if (typeof value !== 'string') return hint;
  if (choices !== undefined) return choices.includes(value) ? undefined : hint;
  return pattern === undefined || pattern.test(value) ? undefined : hint;
}

function purposeOf(companyId: string, platform: Platform): string {
  return `conversions ${companyId} ${platform}`;
}
