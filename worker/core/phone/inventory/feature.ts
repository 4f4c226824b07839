/** The feature of numbers that are bought and imported at carriers. */
import { agingRows } from '../../engine/context/aged-rows.ts';
import type { Feature } from '../../engine/context/feature.ts';
import { ASKING_CARRIERS } from './asking/tasks.ts';
import { checkingNumbers } from './asking/daily-check.ts';
import { ENDED_KEPT_MS, ENDED_NUMBERS } from './number-store.ts';
import { tellingHoldings, tellOfSettings } from './holdings.ts';
import { numberRoutes } from './routes.ts';

export const inventoryFeature: Feature = {
  routes: [{ under: 'company', path: '/numbers', routes: numberRoutes }],
  background: [...ASKING_CARRIERS, checkingNumbers, tellingHoldings],
  react: tellOfSettings,
  retention: [{ keptMs: () => ENDED_KEPT_MS, ...agingRows(ENDED_NUMBERS) }],
};
