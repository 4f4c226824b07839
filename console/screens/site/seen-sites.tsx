/** Lists the pages on which the tag was seen, from the lookups that the edge answered. */
import type { VNode } from 'preact';
import { Read } from '../../components/read.tsx';
import { plural, When } from '../../components/text/values.tsx';
import { type SeenSite, useSeenSites } from './site-api.ts';

/** The most pages shown of a site. */
const PAGES_SHOWN = 5;

export function SeenSites(): VNode {
  const shown = useSeenSites();
  return (
    <section class="card padded">
      <h2>Where the tag was seen</h2>
      <Read shown={shown}>
        {({ sites }) =>
          sites.length === 0 ? (
            <p class="soft">
              Not seen yet. Open a page with the tag in a browser. It appears here a moment later.
            </p>
          ) : (
            <ul class="seen">
              {sites.map((site) => (
                <Site key={site.site} site={site} />
              ))}
            </ul>
          )
        }
      </Read>
    </section>
  );
}

function Site({ site: { site, seen_time: time, pages } }: { site: SeenSite }): VNode {
  const [last] = pages;
  return (
    <li>
      <b class="host">{hostOf(site)}</b> <When time={time} />
      {last !== undefined && (
        <p class="soft small">
          {last.swaps === 0
            ? 'No number was swapped for that visit, because none applied.'
            : `${plural(last.swaps, 'number')} swapped for that visit.`}
        </p>
      )}
      <ul class="small">
        {pages.slice(0, PAGES_SHOWN).map((page) => (
          <li key={page.path}>
            <a href={debugAddress(site + page.path)} target="_blank" rel="noopener noreferrer">
              {page.path}
            </a>{' '}
            <span class="soft">
              <When time={page.seen_time} />
            </span>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Returns the address of a page with the debug panel; if parts of its path are omitted, the address of its site. */
export function debugAddress(address: string): string {
  const url = new URL(address);
  if (url.pathname.includes('*')) url.pathname = '/';
  url.search = '?leadline_debug';
  return url.href;
}

export function hostOf(site: string): string {
  return new URL(site).host;
}
