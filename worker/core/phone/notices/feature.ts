/** Reminders by SMS to the company's own people. */
import type { Feature } from '../../engine/context/feature.ts';
import { sendingNotices } from './sending.ts';

export const noticesFeature: Feature = { background: [sendingNotices] };
