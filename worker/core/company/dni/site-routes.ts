/** The route of pages with the widget: `/dni/api/companies/<uuid>/site`. */
import type { SeenPageBody, SeenSiteBody, SeenSitesBody } from './reference.ts';
import { Hono } from 'hono/tiny';
import { siteReadersOnly } from '../../engine/http/authenticate.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { type SeenPage, seenSites } from './seen-pages.ts';

export const siteRoutes = new Hono<CoreApp>();
siteRoutes.use(siteReadersOnly);

/** Lists the company's sites that have requested numbers, the last request first. */
siteRoutes.get('/', (c) => {
  const sites = seenSites(c.env.company).map(({ site, pages }): SeenSiteBody => ({
    site,
    seen_time: writeMoment(pages[0].seenTime),
    pages: pages.map(pageBody),
  }));
  return c.json({ sites } satisfies SeenSitesBody, 200, { 'Cache-Control': 'no-store' });
});

function pageBody({ path, seenTime, settingsVersion, targets, swaps }: SeenPage): SeenPageBody {
  return { path, seen_time: writeMoment(seenTime), settings_version: settingsVersion, targets, swaps };
}
