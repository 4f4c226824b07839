/** The companies' DNI settings on the edge, compiled. */
import type { VersionedDniSettings } from '../../../dni/schema.ts';
import { settingsKey } from '../../../shared/cache-keys.ts';
import { PublishedReader } from '../../../shared/published-reader.ts';
import { CompiledSettings } from '../choice/compiled-settings.ts';
import type { LookupEnv } from '../lookup-app.ts';

/** Age up to which settings are still used, while newer ones are fetched after the answer. */
const USABLE_MS = 10 * 60_000;
/** Pause after neither KV nor the object has answered. */
const RETRY_MS = 5_000;
/** A Durable Object may have to start on another continent. */
const OBJECT_TIMEOUT_MS = 3_000;
/** Characters of the settings that an isolate holds, as JSON; compiled they take about four times as many bytes. */
const MAX_REMEMBERED_CHARACTERS = 12_000_000;
/** The smallest size counted for a company, which has clocks, tables and sets. */
const MIN_CHARACTERS = 4_000;

export class SettingsReader extends PublishedReader<LookupEnv, VersionedDniSettings, CompiledSettings> {
  constructor() {
    super({
      name: 'settings',
      readKv: (env, companyId) => env.CACHE.get<VersionedDniSettings>(settingsKey(companyId), 'json'),
      askCompany: (env, companyId) => env.COMPANIES.getByName(companyId).dniSettings(),
      open: (companyId, settings) => new CompiledSettings(companyId, settings),
      isSame: ({ zone }, published) => zone === published.zone,
      sizeOf: (settings) => Math.max(JSON.stringify(settings).length, MIN_CHARACTERS),
      maxSize: MAX_REMEMBERED_CHARACTERS,
      usableMs: USABLE_MS,
      retryMs: RETRY_MS,
      objectTimeoutMs: OBJECT_TIMEOUT_MS,
    });
  }
}
