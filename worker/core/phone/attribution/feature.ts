/** The attribution of calls and messages to visits of the company's site. */
import type { Feature } from '../../engine/context/feature.ts';
import { AGING_IDS } from './aging-ids.ts';
import { attributing, awaitVisits } from './attributing.ts';

export const attributionFeature: Feature = {
  background: [attributing],
  retention: AGING_IDS,
  react: awaitVisits,
};
