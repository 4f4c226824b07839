/** The review of a draft's changes before it is published. */
import type { VNode } from 'preact';
import { useDistanceUnit } from '../../../api/distance-unit.ts';
import { differencesOf } from '../differences.ts';
import { DifferenceList } from '../difference-list.tsx';
import type { Settings } from '../draft.ts';
import { publishDraft } from '../publishing.ts';
import { placeIn } from './entry-faults.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { ReviewVisits } from './review-visits.tsx';
import { ENTRY_NAMES, entryTitle, memberName, namesIn } from '../words.ts';
import { memberText } from '../member-text.ts';

export function Review({ settings: shown }: { settings: Settings }): VNode | null {
  const { settings, published, conflicts, isRebased } = shown;
  const unit = useDistanceUnit() ?? 'km';
  if (settings === undefined) return null;
  const nameOf = namesIn(settings, published);
  const differences = differencesOf(published, settings);
  return (
    <ReviewDialog
      count={differences.length}
      isRebased={isRebased}
      conflicts={conflicts.map(({ list, key, theirs }) => ({
        name:
          list === 'options'
            ? `${ENTRY_NAMES[list].toLowerCase()} ${memberName(key)}`
            : entryTitle(list, key, nameOf).replace(/^./, (first) => first.toLowerCase()),
        theirs: theirs === undefined ? 'removed' : memberText(key, theirs, { unit, nameOf }),
      }))}
      publish={publishDraft}
      done="Published. Visitors see the changes now."
      placeOf={(pointer) => placeIn(settings, pointer)}
      nameOf={nameOf}
      ahead={<ReviewVisits settings={settings} nameOf={nameOf} />}
    >
      <DifferenceList differences={differences} nameOf={nameOf} />
    </ReviewDialog>
  );
}
