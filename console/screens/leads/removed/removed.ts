/** Removed leads, as in the API, and restoring them. */
import { ask } from '../../../api/api.ts';
import { companyPath } from '../../../api/company.ts';
import { toast } from '../../../components/over/toasts.tsx';
import { changed } from '../../../api/resource.ts';
import { nameOf } from '../lead.ts';
import type { RemovedLeadBody } from '../../../../worker/core/privacy/reference.ts';

export type {
  RemovedLeadBody as RemovedLead,
  RemovedLeads as RemovedPage,
} from '../../../../worker/core/privacy/reference.ts';

/** Restores a lead, with Undo. */
export async function restoreLead({ lead_id: id, lead }: RemovedLeadBody): Promise<void> {
  const post = async (verb: 'restore' | 'remove'): Promise<void> => {
    await ask(companyPath(`/leads/${id}/${verb}`), { method: 'POST' });
    changed(companyPath('/leads/'), companyPath('/smart_views/'));
  };
  await post('restore');
  toast(`${nameOf(lead)} restored.`, () => post('remove'));
}
