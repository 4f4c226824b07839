/** The senders of the platforms to which conversions are sent. */
import { DATA_MANAGER } from './data-manager.ts';
import type { Platform } from './facts.ts';
import { GA4 } from './ga4.ts';
import { META } from './meta.ts';
import type { Sender } from './requests.ts';
import { UET } from './uet.ts';

export const SENDERS: Readonly<Partial<Record<Platform, Sender>>> = {
  google_data_manager: DATA_MANAGER,
  meta: META,
  ga4: GA4,
  microsoft_uet: UET,
};
