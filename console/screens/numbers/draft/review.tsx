/** The review of a draft's changes before it is published. */
import type { VNode } from 'preact';
import { Refusal } from '../../../api/api.ts';
import { useDistanceUnit } from '../../../api/distance-unit.ts';
import { Dialog } from '../../../components/over/dialog.tsx';
import { Failure, Notice } from '../../../components/notice.tsx';
import { useSaving } from '../../../forms/saving.ts';
import { toast } from '../../../components/over/toasts.tsx';
import { plural } from '../../../components/text/values.tsx';
import { close } from '../../../address/router.ts';
import { differencesOf } from './differences.ts';
import { DifferenceList } from './difference-list.tsx';
import type { DniSettings } from '../dni-settings.ts';
import type { Settings } from './draft.ts';
import { publishDraft } from './publishing.ts';
import { EntryFaults } from './entry-faults.tsx';
import { ReviewVisits } from './review-visits.tsx';
import { ENTRY_NAMES, valueText } from '../words.ts';
import { memberText } from './member-text.ts';

export function Review({ settings: shown }: { settings: Settings }): VNode | null {
  const { settings, published, conflicts, isRebased } = shown;
  const leave = (): void => close(['over', 'key']);
  const { error, isBusy, save } = useSaving(async () => {
    await publishDraft();
    toast('Published. Visitors see the changes now.');
    leave();
  });
  if (settings === undefined) return null;
  const differences = differencesOf(published, settings);
  const isStale = error instanceof Refusal && error.problem.status === 412;
  return (
    <Dialog title="Review changes" size="wide" onClose={leave}>
      {isRebased && <Rebased conflicts={conflicts} />}
      {error !== undefined && !isStale && <Refused error={error} settings={settings} retry={() => save()} />}
      {error === undefined && <ReviewVisits settings={settings} />}
      <DifferenceList differences={differences} />
      <div class="dialog-foot">
        <button type="button" class="button" onClick={leave}>
          Keep editing
        </button>
        <button
          type="button"
          class="button primary"
          disabled={isBusy || differences.length === 0}
          onClick={() => save()}
        >
          Publish {plural(differences.length, 'change')}
        </button>
      </div>
    </Dialog>
  );
}

/** Warns that another user has published since the draft was started, and lists the conflicts. */
function Rebased({ conflicts }: Pick<Settings, 'conflicts'>): VNode {
  const unit = useDistanceUnit() ?? 'km';
  return (
    <Notice kind="warning">
      Somebody else published in the meantime. Their changes are kept; the list below shows only yours.
      {conflicts.length > 0 && (
        <ul>
          {conflicts.map(({ list, key, theirs }) => (
            <li key={`${list} ${key}`}>
              Both of you changed {ENTRY_NAMES[list].toLowerCase()} {valueText(key)}. Your version is kept.
              Theirs: {theirs === undefined ? 'removed' : memberText(key, theirs, unit)}.
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

/** Shows why the draft was not published. Each error links to its entry. */
function Refused({
  error,
  settings,
  retry,
}: {
  error: unknown;
  settings: DniSettings;
  retry: () => void;
}): VNode {
  const faults = error instanceof Refusal ? (error.problem.errors ?? []) : [];
  if (faults.length === 0) return <Failure error={error} retry={retry} />;
  return (
    <Notice kind="danger">
      Nothing was published. {plural(faults.length, 'entry needs', 'entries need')} fixing:
      <EntryFaults faults={faults} settings={settings} />
    </Notice>
  );
}
