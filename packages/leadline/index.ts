/** `leadline`: loads the script of a deployment from wherever a site's own scripts run. */
import type { Leadline, Options } from '../../widget/interface.ts';

export type { Call, Events, Leadline, Options } from '../../widget/interface.ts';
export type { Plan } from '../../widget/plan.ts';

/** What a page holds of Leadline; the promise is shared by all copies of this module. */
interface LeadlinePage {
  leadline?: Leadline;
  leadlineLoading?: Promise<Leadline | undefined>;
}

/**
 * Loads the script once a page, with the settings that the script tag has as `data-` attributes. It resolves when the script runs; to
 * `undefined` on a server and when the script cannot be had, where the page keeps its numbers. It never rejects.
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
      // Another try may fare better.
      delete (window as LeadlinePage).leadlineLoading;
      resolve(undefined);
    });
    document.head.append(script);
  });
}
