/** The company's settings: fields, states, groups, currencies and options. */
import { agingRows } from '../../engine/context/aged-rows.ts';
import { AUDIT_ENTRIES } from '../../engine/commit/audit.ts';
import type { Feature } from '../../engine/context/feature.ts';
import { leadSettingsRoutes, optionRoutes } from './routes.ts';
import { DAY_MS, settingsOf } from './settings.ts';

export const settingsFeature: Feature = {
  routes: [
    { under: 'company', path: '/lead_settings', routes: leadSettingsRoutes },
    { under: 'company', path: '/settings', routes: optionRoutes },
  ],
  retention: [
    {
      name: 'audit log',
      keptMs: (company) => settingsOf(company).options().retention.audit_days * DAY_MS,
      ...agingRows(AUDIT_ENTRIES),
    },
  ],
};
