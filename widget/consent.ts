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
  ad_personalization?: string;
}

/** TCF's purposes that Google takes as `ad_user_data`, and as `ad_personalization`. */
const MEASURE_ADS = 7;
const PERSONALIZED_ADS = [3, 4];

/** Returns the consent by three choices; undefined for one that the tool did not ask for. */
const consentOf = (
  isStored: boolean,
  isForAds: boolean | undefined,
  isByInterests: boolean | undefined,
): Consent => {
  if (!isStored) return false;
  if (isForAds === undefined) return isByInterests === false ? 'analytics' : 1;
  if (!isForAds) return 'analytics';
  return isByInterests === undefined ? 2 : isByInterests || 'measurement';
};

/** Tells whether all known choices are granted; undefined if none is known. */
const isGranted = (...choices: (string | undefined)[]): boolean | undefined => {
  const known = choices.filter(Boolean);
  return known.length ? known.every((choice) => choice === 'granted') : undefined;
};

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
    const { analytics_storage: storage, ad_storage, ad_user_data, ad_personalization } = choices;
    if (storage)
      listener(
        consentOf(storage === 'granted', isGranted(ad_storage, ad_user_data), isGranted(ad_personalization)),
      );
  };
  const push = layer.push;
  layer.push = (...entries) => {
    entries.forEach(read);
    return push.apply(layer, entries);
  };
  layer.forEach(read);
  tools.__tcfapi?.('addEventListener', 2, ({ gdprApplies, eventStatus, purpose }) => {
    if (eventStatus === 'cmpuishown') return;
    const has = (id: number): boolean => !!purpose?.consents?.[id];
    // Where no law applies, nobody is asked.
    listener(gdprApplies ? consentOf(has(1), has(MEASURE_ADS), PERSONALIZED_ADS.every(has)) : 1);
  });
}

const { leadline } = window as { leadline?: Leadline };
if (leadline) onConsent((granted) => leadline.consent(granted));
