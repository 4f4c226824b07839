/** The ad platforms: whether each is on, and how it has done in the last 30 days. */
import type { VNode } from 'preact';
import { pathTo } from '../../../address/router.ts';
import { useResource } from '../../../api/resource.ts';
import { List, Titled } from '../../../components/list.tsx';
import type { HealthBody } from '../../../../worker/core/conversions/answer-schema.ts';
import type { Platform, PlatformHealth } from './conversion.ts';
import { conversionsPath } from './conversion-actions.ts';
import { countsText, LastAccepted, PlatformState } from './platform-state.tsx';

export function PlatformList({ platforms }: { platforms: readonly Platform[] }): VNode {
  const { data } = useResource<HealthBody>(conversionsPath('/health'));
  return (
    <Titled class="conversion-part" id="platforms" title="Platforms">
      <List
        class="conversions"
        caption="Platforms"
        items={platforms}
        keyOf={({ platform }) => platform}
        columns={[
          'Platform',
          'State',
          { label: 'Last accepted', class: 'on-medium', cells: 'on-medium soft' },
        ]}
        cells={(platform) => {
          const health = data?.platforms.find((each) => each.platform === platform.platform);
          return [
            <a class="main" href={pathTo('company', 'conversions', platform.platform)}>
              {platform.label}
            </a>,
            <State platform={platform} health={health} />,
            (platform.enabled || health?.last_accepted) && <LastAccepted health={health} />,
          ];
        }}
      />
    </Titled>
  );
}

interface StateProps {
  platform: Platform;
  health: PlatformHealth | undefined;
}

function State({ platform, health }: StateProps): VNode {
  return (
    <>
      <PlatformState platform={platform} health={health} />
      <Counts platform={platform} health={health} />
    </>
  );
}

/** The conversions of the last 30 days. A platform that is off has none, which is not worth saying. */
function Counts({ platform: { enabled }, health }: StateProps): VNode | null {
  if (health === undefined) return null;
  const text = countsText(health) ?? (enabled ? 'Nothing in the last 30 days' : undefined);
  return text === undefined ? null : <span class="under">{text}</span>;
}
