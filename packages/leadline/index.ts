/** `leadline`: loads the script of a deployment from a site's own scripts. */
import type { Leadline, Options } from '../../widget/interface.ts';

export type { Call, Events, Leadline, Options } from '../../widget/interface.ts';
export type { Plan } from '../../widget/plan.ts';

/** Leadline's globals on a page; all copies of this module share the promise. */
interface LeadlinePage {
  leadline?: Leadline;
  leadlineLoading?: Promise<Leadline | undefined>;
}

/**
 * Loads the script once a page, with the options of the script tag's `data-` attributes. Resolves when the script runs, or to
 * `undefined` on a server and when the script does not load: the page then keeps its numbers. Never rejects.
 */
export function loadLeadline(options: Options): Promise<Leadline | undefined> {
  if (typeof document === 'undefined') return Promise.resolve(undefined);
  const page = window as LeadlinePage;
  if (page.leadline?.ready !== undefined) return Promise.resolve(page.leadline);
  page.leadlineLoading ??= addScript(options).then(() => page.leadline);
  return page.leadlineLoading;
}

/** Resolves when the script has run or failed. */
function addScript({ endpoint, ...settings }: Options): Promise<unknown> {
  const script = document.createElement('script');
  script.src = `${endpoint.replace(/\/$/, '')}/dni/leadline.js`;
  script.async = true;
  for (const [name, value] of Object.entries(settings)) if (value !== undefined) script.dataset[name] = value;
  return new Promise((resolve) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', () => {
      // Allow another attempt.
      delete (window as LeadlinePage).leadlineLoading;
      resolve(undefined);
    });
    document.head.append(script);
  });
}
