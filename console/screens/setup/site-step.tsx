/** The tag on the site: what to paste, and whether it was seen, which the page notices by itself. */
import type { VNode } from 'preact';
import { plural, When } from '../../components/values.tsx';
import { pathTo } from '../../router.ts';
import { debugAddress, hostOf } from '../numbers/seen-sites.tsx';
import { SiteCheck } from '../numbers/site-check.tsx';
import { Snippets } from '../numbers/snippets.tsx';
import type { StepProps } from './step.ts';

export function SiteStep({ facts }: StepProps): VNode {
  const { last_seen: seen, domains } = facts;
  if (seen === null) {
    return (
      <>
        <p class="soft">Not seen yet. Put the tag on your site, then open a page of it: this step notices.</p>
        <Snippets />
        {facts.settings_version > 0 && (
          <details>
            <summary>It is on the site, and nothing happens</summary>
            <SiteCheck page={domains[0] === undefined ? '' : `https://${domains[0]}/`} />
          </details>
        )}
      </>
    );
  }
  return (
    <p>
      <b>{hostOf(seen.site)}</b> asked from {seen.path} <When time={seen.seen_time} />
      {seen.swaps === 0
        ? '; no number was for that visit.'
        : `, and ${plural(seen.swaps, 'number')} ${seen.swaps === 1 ? 'was' : 'were'} swapped.`}{' '}
      <a href={debugAddress(seen.site + seen.path)} target="_blank" rel="noopener noreferrer">
        Open it with the panel
      </a>{' '}
      · <a href={pathTo('numbers', 'site')}>Check a page</a>
    </p>
  );
}
