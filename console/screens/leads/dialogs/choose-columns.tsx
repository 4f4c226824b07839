/** The dialog in which users choose the columns of the list. */
import type { VNode } from 'preact';
import { useFields } from '../../../api/company.ts';
import { close } from '../../../address/router.ts';
import { Dialog } from '../../../components/over/dialog.tsx';
import { allColumns, areChosen, chooseColumns, shownColumns } from '../table/columns.ts';

export function ChooseColumns(): VNode {
  const { data: fields = [] } = useFields();
  const shown = shownColumns(fields).map(({ id }) => id);
  return (
    <Dialog title="Columns" size="narrow" onClose={() => close(['over'])}>
      <p class="soft">
        This browser remembers your choice. The list scrolls sideways if they need more room.
      </p>
      {allColumns(fields).map(({ id, label }) => (
        <label key={id} class="row">
          <input
            type="checkbox"
            checked={shown.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              chooseColumns(checked ? [...shown, id] : shown.filter((other) => other !== id))
            }
          />
          {label}
        </label>
      ))}
      <div class="dialog-foot">
        <button type="button" class="button" disabled={!areChosen()} onClick={() => chooseColumns(undefined)}>
          Usual columns
        </button>
        <button type="button" class="button primary" onClick={() => close(['over'])}>
          Done
        </button>
      </div>
    </Dialog>
  );
}
