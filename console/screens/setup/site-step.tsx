/** The step of the tag: the code to paste, and where the tag was seen. */
import type { VNode } from 'preact';
import { plural, When } from '../../components/text/values.tsx';
import { pathTo } from '../../address/router.ts';
import { debugAddress, hostOf } from '../site/seen-sites.tsx';
import { SiteCheck } from '../site/site-check.tsx';
import { Snippets } from '../site/snippets.tsx';
import type { StepProps } from './step.ts';

export function SiteStep({ facts }: StepProps): VNode {
  const { last_seen: seen, domains } = facts;
  if (seen === null) {
    return (
      <>
        <p class="soft">
          Not seen yet. Put the tag on your site, then open a page of it. This step completes by itself.
        </p>
        <Snippets />
        {facts.settings_version > 0 && (
          <details>
            <summary>The tag is on the site, but nothing happens</summary>
            <SiteCheck page={domains[0] === undefined ? '' : `https://${domains[0]}/`} />
          </details>
        )}
      </>
    );
  }
  return (
    <p>
      <b>{hostOf(seen.site)}</b> loaded the tag on {seen.path} <When time={seen.seen_time} />
      {seen.swaps === 0
        ? '; no number applied to that visit.'
        : `, and ${plural(seen.swaps, 'number')} ${seen.swaps === 1 ? 'was' : 'were'} swapped.`}{' '}
      <a href={debugAddress(seen.site + seen.path)} target="_blank" rel="noopener noreferrer">
        Open it with the debug panel
      </a>{' '}
      · <a href={pathTo('numbers', 'site')}>Check a page</a>
    </p>
  );
}
