/** What the API says of the company's site, and how far the set-up is; asked anew while somebody looks. */
import { useEffect } from 'preact/hooks';
import { place } from '../../../address/router.ts';
import { type Shown, useResource } from '../../../api/resource.ts';

/** How often what may change by itself is asked for: somebody who waits for it sees it soon. */
const LOOK_MS = 4_000;

/** A page that asked for its numbers. */
export interface SeenPage {
  path: string;
  seen_time: string;
  settings_version: number;
  targets: number;
  swaps: number;
}

export interface SeenSite {
  site: string;
  seen_time: string;
  pages: SeenPage[];
}

export interface Finding {
  code: string;
  level: 'ok' | 'info' | 'warning' | 'danger';
  what: string;
  why: string;
  fix: string;
}

/** What a check of a page found. */
export interface SiteCheck {
  url: string;
  tag: { src: string; company_id: string | null } | null;
  numbers: { number: string; kind: 'target' | 'tracking' | 'unknown'; texts: number; links: number }[];
  findings: Finding[];
}

/** `/dni/api/companies/<uuid>/site` and what follows. */
export function sitePath(rest = ''): string {
  return `/dni/api/companies/${place.value.company}/site${rest}`;
}

/** Where the widget was seen, as it is now. */
export function useSeenSites(): Shown<{ sites: SeenSite[] }> {
  return useFresh(sitePath(), true);
}

/** A path of the API that is asked again and again, as long as the page is looked at. */
export function useFresh<Body>(path: string, isOn: boolean): Shown<Body> {
  const shown = useResource<Body>(path);
  const { resource } = shown;
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && resource?.isBusy.value === false) void resource.refresh();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [resource, isOn]);
  return shown;
}
