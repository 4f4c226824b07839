/** Reads the state of the site and of the set-up, repeatedly while it is shown. */
import type { SeenSitesBody } from '../../../worker/core/company/dni/reference.ts';
import { useEffect } from 'preact/hooks';
import { place } from '../../address/router.ts';
import { type Shown, useResource } from '../../api/resource.ts';

/** The interval between two reads. */
const LOOK_MS = 4_000;

export type { SeenSiteBody as SeenSite } from '../../../worker/core/company/dni/reference.ts';
export type { Finding, SiteCheck } from '../../../worker/edge/site-check/reference.ts';

/** `/dni/api/companies/<uuid>/site` and what follows. */
export function sitePath(rest = ''): string {
  return `/dni/api/companies/${place.value.company}/site${rest}`;
}

/** Returns the pages where the tag was seen, kept up to date. */
export function useSeenSites(): Shown<SeenSitesBody> {
  return useFresh(sitePath(), true);
}

/** Reads an API path repeatedly while the page is visible. */
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
