/**
 * Listens to the site's consent tools: Google Consent Mode and TCF. A separate file, loaded if the script has `data-consent`.
 */
import type { Leadline } from './interface.ts';

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

/** Calls `listener` with the current consent and with each change. */
function onConsent(listener: (granted: boolean) => void): void {
  const tools = window as ConsentTools;
  const layer = (tools.dataLayer ||= []);
  const read = (entry: unknown): void => {
    // Tag managers push plain objects; `gtag` pushes its arguments.
    const { 0: command, 2: choices } = Object(entry) as { 0?: string; 2?: { analytics_storage?: string } };
    if (command === 'consent' && choices?.analytics_storage)
      listener(choices.analytics_storage === 'granted');
  };
  const push = layer.push;
  layer.push = (...entries) => {
    entries.forEach(read);
    return push.apply(layer, entries);
  };
  layer.forEach(read);
  tools.__tcfapi?.('addEventListener', 2, ({ gdprApplies, eventStatus, purpose }) => {
    if (eventStatus !== 'cmpuishown') listener(!gdprApplies || !!purpose?.consents?.[1]);
  });
}

const { leadline } = window as { leadline?: Leadline };
if (leadline) onConsent((granted) => leadline.consent(granted));
