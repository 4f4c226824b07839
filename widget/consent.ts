/**
 * Listens to the site's consent tools: Google Consent Mode and TCF. A separate file, loaded if the script has `data-consent`.
 */
import type { Consent, Leadline } from './interface.ts';

/** The global variables of consent tools. */
interface ConsentTools {
  dataLayer?: unknown[];
  __tcfapi?: (
    command: string,
    version: number,
    listener: (data: {
      gdprApplies?: boolean;
      eventStatus?: string;
      purpose?: { consents?: Record<number, boolean> };
    }) => void,
  ) => void;
}

/** The choices of Google Consent Mode. */
interface Choices {
  analytics_storage?: string;
  ad_storage?: string;
  ad_user_data?: string;
}

/** TCF's purpose of measuring ads, which Google takes as `ad_user_data`. */
const MEASURE_ADS = 7;

/** Returns a consent that ads may use or not. */
const consentOf = (isStored: boolean, isForAds: boolean): Consent => isStored && (isForAds || 'analytics');

/** Calls `listener` with the current consent and with each change. */
function onConsent(listener: (granted: Consent) => void): void {
  const tools = window as ConsentTools;
  const layer = (tools.dataLayer ||= []);
  const choices: Choices = {};
  const read = (entry: unknown): void => {
    // Tag managers push plain objects; `gtag` pushes its arguments.
    const { 0: command, 2: chosen } = Object(entry) as { 0?: string; 2?: Choices };
    if (command !== 'consent') return;
    // An update may have some of the choices only.
    Object.assign(choices, chosen);
    const { analytics_storage: storage, ad_storage: adStorage, ad_user_data: adData } = choices;
    if (storage) listener(consentOf(storage === 'granted', adStorage !== 'denied' && adData !== 'denied'));
  };
  const push = layer.push;
  layer.push = (...entries) => {
    entries.forEach(read);
    return push.apply(layer, entries);
  };
  layer.forEach(read);
  tools.__tcfapi?.('addEventListener', 2, ({ gdprApplies, eventStatus, purpose }) => {
    if (eventStatus === 'cmpuishown') return;
    const consents = purpose?.consents ?? {};
    listener(!gdprApplies || consentOf(!!consents[1], !!consents[MEASURE_ADS]));
  });
}

const { leadline } = window as { leadline?: Leadline };
if (leadline) onConsent((granted) => leadline.consent(granted));
