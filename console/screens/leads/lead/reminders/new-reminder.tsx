/** The form of a new reminder. */
import type { VNode } from 'preact';
import { Dialog } from '../../../../components/over/dialog.tsx';
import { toast } from '../../../../components/over/toasts.tsx';
import { DialogSubmit, Form, TextField } from '../../../../forms/fields.tsx';
import { valuesOf } from '../../../../forms/form-values.ts';
import { useSaving } from '../../../../forms/saving.ts';
import { close } from '../../../../address/router.ts';
import { localTime, tomorrowMorning } from './times.ts';
import { setReminder } from '../lead-actions.ts';
import type { Lead } from '../lead.ts';

export function NewReminder({ lead }: { lead: Lead }): VNode {
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    const values = valuesOf(form);
    const due = new Date(String(values['/due_time'] ?? ''));
    await setReminder(
      lead.lead_id,
      String(values['/message'] ?? ''),
      Number.isNaN(due.getTime()) ? '' : due.toISOString(),
    );
    close(['over']);
    toast('Reminder set.');
  });
  return (
    <Dialog title="Set a reminder" size="narrow" onClose={() => close(['over'])}>
      <Form name="new-reminder" error={error} onSubmit={save}>
        <TextField label="What to do" name="/message" autocomplete="off" required />
        <TextField
          label="When"
          name="/due_time"
          type="datetime-local"
          defaultValue={localTime(tomorrowMorning(new Date()))}
          required
        />
        <DialogSubmit disabled={isBusy}>Set reminder</DialogSubmit>
      </Form>
    </Dialog>
  );
}
