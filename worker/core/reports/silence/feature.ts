/** Notices by itself what has fallen silent. */
import { HEARD_HOURS, HEARD_KEPT_MS } from '../../company/heard/heard-hours.ts';
import { agingRows } from '../../engine/context/aged-rows.ts';
import type { Feature } from '../../engine/context/feature.ts';
import { watchingSilence } from './watching.ts';

export const silenceFeature: Feature = {
  background: [watchingSilence],
  retention: [{ keptMs: () => HEARD_KEPT_MS, ...agingRows(HEARD_HOURS) }],
};
