/** Adds the simulated carrier's account to the demo company. */
import { CARRIER_API, DEMO_ACCOUNT, demoCallSettings } from './carrier/account.ts';
import { DEMO_COMPANY_ID } from './company.ts';
import type { Call } from './seed-people.ts';

interface CallSettings {
  carriers: { carrier: string; account_id: string; api: { base?: string; secret: unknown } | null }[];
  defaults: object;
}

/** Keeps settings that were changed, but updates the origin, which depends on the port. */
export async function seedCarrier(call: Call, origin: string): Promise<void> {
  const path = `/companies/${DEMO_COMPANY_ID}/calls/settings`;
  const settings = (await call('GET', path)) as CallSettings;
  if (settings.carriers.length === 0 && Object.keys(settings.defaults).length === 0) {
    await call('PUT', path, demoCallSettings(origin));
    return;
  }
  const api = settings.carriers.find(({ account_id: id }) => id === DEMO_ACCOUNT.accountId)?.api ?? undefined;
  const base = origin + CARRIER_API;
  if (api === undefined || api.base === base) return;
  api.base = base;
  // A secret is kept for the same address only.
  api.secret = DEMO_ACCOUNT.secret;
  await call('PUT', path, settings);
}
