/** Troubles with receivers of webhooks, ad platforms and carriers. */
import type { Feature } from '../../engine/context/feature.ts';
import { troubleKeeper } from './troubles.ts';

export const troublesFeature: Feature = { troubles: troubleKeeper };
