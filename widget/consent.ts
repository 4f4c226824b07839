/**
 * Hears what the site's consent tools say: Google Consent Mode and TCF. A part of its own, loaded where the script has
 * `data-consent`.
 */
import type { Leadline } from './interface.ts';

/** What a page's consent tools leave on `window`. */
interface ConsentTools {
  dataLayer?: unknown[];
  __tcfapi?: (
    command: string,
    version: number,
    hear: (data: {
      gdprApplies?: boolean;
      eventStatus?: string;
      purpose?: { consents?: Record<number, boolean> };
    }) => void,
  ) => void;
}

/** Tells `hear` what Google Consent Mode and a TCF tool say, now and whenever it changes. */
function hearConsent(hear: (granted: boolean) => void): void {
  const tools = window as ConsentTools;
  const layer = (tools.dataLayer ||= []);
  const read = (entry: unknown): void => {
    // A tag manager's own entries are plain objects; `gtag` pushes its arguments.
    const { 0: command, 2: choices } = Object(entry) as { 0?: string; 2?: { analytics_storage?: string } };
    if (command === 'consent' && choices?.analytics_storage) hear(choices.analytics_storage === 'granted');
  };
  const push = layer.push;
  layer.push = (...entries) => {
    entries.forEach(read);
    return push.apply(layer, entries);
  };
  layer.forEach(read);
  tools.__tcfapi?.('addEventListener', 2, ({ gdprApplies, eventStatus, purpose }) => {
    if (eventStatus !== 'cmpuishown') hear(!gdprApplies || !!purpose?.consents?.[1]);
  });
}

const { leadline } = window as { leadline?: Leadline };
if (leadline) hearConsent((granted) => leadline.consent(granted));
