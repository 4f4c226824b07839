/** The dialog in which users choose the columns of visits. */
import type { VNode } from 'preact';
import { VISIT_LABELS, VISIT_MEMBERS } from '../../../worker/dni/pure/lead-visits.ts';
import { close } from '../../address/router.ts';
import { Dialog } from '../../components/over/dialog.tsx';
import { chooseVisitColumns, visitColumns } from '../leads/table/visit-columns.ts';

export function ChooseColumns(): VNode {
  const chosen = visitColumns.value;
  return (
    <Dialog title="Columns" size="narrow" onClose={() => close(['over'])}>
      <p class="soft">
        From the visits that led to a lead’s calls and texts. This browser remembers the choice.
      </p>
      {VISIT_MEMBERS.map((member) => (
        <label key={member} class="row">
          <input
            type="checkbox"
            checked={chosen.includes(member)}
            onChange={({ currentTarget: { checked } }) =>
              chooseVisitColumns(checked ? [...chosen, member] : chosen.filter((other) => other !== member))
            }
          />
          {VISIT_LABELS[member]}
        </label>
      ))}
    </Dialog>
  );
}
