/** The ad platforms: whether each is on, and how it has done in the last 30 days. */
import type { VNode } from 'preact';
import { pathTo } from '../../../address/router.ts';
import { useResource } from '../../../api/resource.ts';
import { Table } from '../../../components/table.tsx';
import type { HealthBody } from '../../../../worker/core/conversions/answer-schema.ts';
import type { Platform, PlatformHealth } from './conversion.ts';
import { conversionsPath } from './conversion-actions.ts';
import { countsText, LastAccepted, PlatformState } from './platform-state.tsx';

export function PlatformList({ platforms }: { platforms: readonly Platform[] }): VNode {
  const { data } = useResource<HealthBody>(conversionsPath('/health'));
  const healthOf = (platform: string): PlatformHealth | undefined =>
    data?.platforms.find((health) => health.platform === platform);
  return (
    <section class="conversion-part" aria-labelledby="platforms">
      <h2 id="platforms">Platforms</h2>
      <div class="card">
        <Table
          class="conversions"
          caption="Platforms"
          columns={['Platform', 'State', { label: 'Last accepted', class: 'on-medium' }]}
        >
          {platforms.map((platform) => {
            const health = healthOf(platform.platform);
            return (
              <tr key={platform.platform}>
                <th scope="row">
                  <a class="main" href={pathTo('company', 'conversions', platform.platform)}>
                    {platform.label}
                  </a>
                </th>
                <td>
                  <PlatformState platform={platform} health={health} />
                  <Counts platform={platform} health={health} />
                </td>
                <td class="on-medium soft">
                  {(platform.enabled || health?.last_accepted) && <LastAccepted health={health} />}
                </td>
              </tr>
            );
          })}
        </Table>
      </div>
    </section>
  );
}

interface CountsProps {
  platform: Platform;
  health: PlatformHealth | undefined;
}

/** The conversions of the last 30 days. A platform that is off has none, which is not worth saying. */
function Counts({ platform: { enabled }, health }: CountsProps): VNode | null {
  if (health === undefined) return null;
  const text = countsText(health) ?? (enabled ? 'Nothing in the last 30 days' : undefined);
  return text === undefined ? null : <span class="under">{text}</span>;
}
