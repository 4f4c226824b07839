/** Lists the published versions: who, when, differences, Restore. */
import type { VersionBody, VersionsBody } from '../../../worker/core/company/dni/reference.ts';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Face } from '../../components/text/people.tsx';
import { Empty } from '../../components/notice.tsx';
import { Read } from '../../components/read.tsx';
import { useSaving } from '../../forms/saving.ts';
import { toast, toastFailure } from '../../components/over/toasts.tsx';
import { StatusChip } from '../../components/text/status-chip.tsx';
import { When } from '../../components/text/values.tsx';
import { useResource } from '../../api/resource.ts';
import { differencesOf } from './differences.ts';
import { DifferenceList } from './difference-list.tsx';
import { namesIn } from './words.ts';
import { type DniSettings, NO_SETTINGS } from './dni-settings.ts';
import { settingsPath } from './draft.ts';
import { restoreVersion } from './publishing.ts';

export function History(): VNode {
  const shown = useResource<VersionsBody>(settingsPath('/history'));
  return (
    <Read shown={shown}>
      {({ versions }) =>
        versions.length === 0 ? (
          <Empty
            icon="clock"
            text="Nothing published yet. Each version that you publish appears here and can be restored."
          />
        ) : (
          <ol class="versions card">
            {versions.map((version, index) => (
              <li key={version.version}>
                <OneVersion
                  version={version}
                  before={versions[index + 1]?.version}
                  newest={versions[0]?.version ?? 0}
                />
              </li>
            ))}
          </ol>
        )
      }
    </Read>
  );
}

interface OneVersionProps {
  version: VersionBody;
  /** The previous version; undefined if it is no longer stored. */
  before: number | undefined;
  newest: number;
}

function OneVersion({ version: one, before, newest }: OneVersionProps): VNode {
  const [isOpen, setOpen] = useState(false);
  const { version, time, actor_name: actor, restored_version: restored } = one;
  return (
    <>
      <div class="row">
        <Face name={actor} />
        <div class="grow">
          <h2>Version {version}</h2>{' '}
          {restored !== undefined && <span class="soft">restored from version {restored}</span>}
          <p class="soft small">
            {actor}, <When time={time} />
          </p>
        </div>
        {before !== undefined && (
          <button
            type="button"
            class="button slim plain"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            Show changes<span class="unseen"> in version {version}</span>
          </button>
        )}
        {version === newest ? (
          <StatusChip kind="good" label="Published" />
        ) : (
          <RestoreButton version={version} newest={newest} />
        )}
      </div>
      {isOpen && before !== undefined && <Differences version={version} before={before} />}
    </>
  );
}

function RestoreButton({ version, newest }: { version: number; newest: number }): VNode {
  const { isBusy, save } = useSaving(async () => {
    try {
      const restored = await restoreVersion(version, etagOf(newest));
      // Undo restores the version that was the newest before.
      toast(`Version ${version} restored and published.`, () => restoreVersion(newest, restored));
    } catch (error) {
      toastFailure(error);
    }
  });
  return (
    <button type="button" class="button slim" disabled={isBusy} onClick={() => save()}>
      Restore<span class="unseen"> version {version}</span>
    </button>
  );
}

/** Makes the ETag of a version: the ETag of the settings is the number of their version. */
function etagOf(version: number): string {
  return `"${version}"`;
}

function Differences({ version, before }: { version: number; before: number }): VNode {
  const after = useResource<DniSettings>(settingsPath(`/history/${version}`));
  const former = useResource<DniSettings>(settingsPath(`/history/${before}`));
  return (
    <div class="version-changes">
      <Read shown={after}>
        {(settings) => (
          <Read shown={former}>
            {(was) => (
              <DifferenceList
                differences={differencesOf({ ...NO_SETTINGS, ...was }, { ...NO_SETTINGS, ...settings })}
                nameOf={namesIn({ ...NO_SETTINGS, ...settings }, { ...NO_SETTINGS, ...was })}
              />
            )}
          </Read>
        )}
      </Read>
    </div>
  );
}
