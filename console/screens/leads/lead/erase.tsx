/** Asks for confirmation before a lead is erased, and explains the consequences. */
import type { VNode } from 'preact';
import { Dialog } from '../../../components/over/dialog.tsx';
import { Form } from '../../../forms/fields.tsx';
import { useSaving } from '../../../forms/saving.ts';
import { close, go } from '../../../address/router.ts';
import { nameOf } from '../lead.ts';
import { listAddress } from '../list-address.ts';
import { eraseLead, leadPath } from './lead-actions.ts';
import type { Lead } from './lead.ts';

const leave = (): void => close(['over']);

export function Erase({ lead }: { lead: Lead }): VNode {
  const { error, isBusy, save } = useSaving(async () => {
    await eraseLead(lead);
    go(listAddress(), { replace: true });
  });
  return (
    <Dialog title={`Erase ${nameOf(lead)}`} size="narrow" onClose={leave}>
      <Form name="erase" error={error} onSubmit={() => save()}>
        <p>
          This deletes everything about this person: the lead and its timeline, calls, texts, and the
          recordings at the carrier. It cannot be undone.
        </p>
        <p>
          <a href={`/console/api${leadPath(lead.lead_id, '/everything')}`} download>
            Download a copy first
          </a>
        </p>
        <div class="dialog-foot">
          <button type="button" class="button" onClick={leave}>
            Cancel
          </button>
          <button type="submit" class="button danger" disabled={isBusy}>
            Erase for good
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
