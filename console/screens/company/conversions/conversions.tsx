/** Conversions: what is reported to ad platforms. The platforms, the rules, and the log. */
import type { VNode } from 'preact';
import { pathTo, place } from '../../../address/router.ts';
import { useResource } from '../../../api/resource.ts';
import { Icon } from '../../../components/icon.tsx';
import { Read } from '../../../components/read.tsx';
import type { Platform } from './conversion.ts';
import { conversionsPath } from './conversion-actions.ts';
import { ConversionLog } from './conversion-log.tsx';
import { PlatformList } from './platform-list.tsx';
import { PlatformPage } from './platform-page.tsx';
import { RuleList } from './rule-list.tsx';

/** Shows the overview, the log, or the platform that the URL names. */
export function Conversions(): VNode {
  const [, part] = place.value.rest;
  if (part === undefined) return <Overview />;
  return (
    <>
      <a class="back" href={pathTo('company', 'conversions')}>
        <Icon name="left" size={16} /> Conversions
      </a>
      {part === 'log' ? <ConversionLog /> : <PlatformPage key={part} platform={part} />}
    </>
  );
}

function Overview(): VNode {
  const shown = useResource<Platform[]>(conversionsPath('/platforms'));
  return (
    <Read shown={shown}>
      {(platforms) => (
        <>
          <p class="soft conversions-intro">
            Tell the ad platforms which calls and texts their ads have brought, so that they find more people
            like these callers. Only visitors who agreed are reported.{' '}
            <a href={pathTo('company', 'conversions', 'log')}>See what was sent</a>.
          </p>
          <PlatformList platforms={platforms} />
          <RuleList platforms={platforms} />
        </>
      )}
    </Read>
  );
}
