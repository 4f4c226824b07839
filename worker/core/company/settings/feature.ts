/** The company's settings: fields, states, groups, currencies and options. */
import { agingRows } from '../../engine/context/aged-rows.ts';
import { AUDIT_ENTRIES } from '../../engine/commit/audit.ts';
import type { Feature } from '../../engine/context/feature.ts';
import { leadSettingsRoutes, optionRoutes } from './routes.ts';
import { DAY_MS, settingsOf } from './settings.ts';

export const settingsFeature = {
  routes: [
    { under: 'company', path: '/lead_settings', routes: leadSettingsRoutes },
    { under: 'company', path: '/settings', routes: optionRoutes },
  ],
  rpc: {
    /** Tells whether pages of this site may read answers of the lead API, for preflight requests, which have no credentials. */
    allowsOrigin: {
      answer: (company, origin: string) => settingsOf(company).options().cors_origins.includes(origin),
      absent: () => false,
    },
  },
  retention: [
    {
      name: 'audit log',
      keptMs: (company) => settingsOf(company).options().retention.audit_days * DAY_MS,
      ...agingRows(AUDIT_ENTRIES),
    },
  ],
} satisfies Feature;
