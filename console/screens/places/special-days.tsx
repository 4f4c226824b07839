/** The form of the special days of all locations. It saves into the draft, with Undo. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../components/over/dialog.tsx';
import { toast } from '../../components/over/toasts.tsx';
import { Form } from '../../forms/fields.tsx';
import { valuesOf } from '../../forms/form-values.ts';
import { settleForm } from '../../typed/typed.ts';
import { close } from '../../address/router.ts';
import type { DniSettings, SpecialDay } from '../draft/dni-settings.ts';
import { changeDraft } from '../draft/draft.ts';
import { refusalOf } from '../../forms/saving.ts';
import { readSpecialDays, SpecialDayFields } from './hours-fields.tsx';

const leave = (): void => close(['over', 'key']);

export function SpecialDays({ settings }: { settings: DniSettings }): VNode {
  const [before] = useState(settings.special_hours ?? []);
  const [error, setError] = useState<unknown>();
  const save = (form: HTMLFormElement): void => {
    const { days, faults } = readSpecialDays(valuesOf(form), before);
    if (faults.length > 0) return setError(refusalOf(faults));
    settleForm(form);
    const undo = changeDraft((now) => withSpecialDays(now, days));
    toast('Special days changed in the draft.', undo);
    leave();
  };
  return (
    <Dialog title="Special days of all locations" onClose={leave}>
      <Form name="special-days" error={error} onSubmit={save}>
        <p class="soft">
          On these days, all locations are closed or have other hours. A location’s own special days take
          precedence.
        </p>
        <SpecialDayFields days={before} />
        <div class="dialog-foot">
          <button type="submit" class="button primary">
            Save to draft
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

function withSpecialDays(settings: DniSettings, days: SpecialDay[]): DniSettings {
  const changed = { ...settings, special_hours: days };
  if (days.length === 0) delete (changed as Partial<typeof changed>).special_hours;
  return changed;
}
