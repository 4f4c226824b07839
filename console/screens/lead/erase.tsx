/** Erasing a person: everything that is kept of the lead, for good; asked once more with what that means. */
import type { VNode } from 'preact';
import { Dialog } from '../../components/dialog.tsx';
import { Form } from '../../components/fields.tsx';
import { useSaving } from '../../components/saving.ts';
import { close, go } from '../../router.ts';
import { nameOf } from '../leads/lead.ts';
import { listAddress } from '../leads/list-address.ts';
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
          Everything that is kept of this person is deleted: the lead and its timeline, calls and texts, and
          at the carrier their recordings. Nothing brings it back.
        </p>
        <p>
          <a href={`/console/api${leadPath(lead.lead_id, '/everything')}`} download>
            Keep a copy first
          </a>
        </p>
        <div class="dialog-foot">
          <button type="button" class="button" onClick={leave}>
            Keep the lead
          </button>
          <button type="submit" class="button danger" disabled={isBusy}>
            Erase for good
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
