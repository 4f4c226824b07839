/** Removed leads as the API has them, and what brings one back. */
import { ask } from '../../api/api.ts';
import { companyPath } from '../../api/company.ts';
import { toast } from '../../components/over/toasts.tsx';
import { changed } from '../../api/resource.ts';
import { user } from '../../api/user.ts';
import { type LeadEmail, type LeadPhone, nameOf } from '../leads/lead.ts';

/** A lead that was removed and can be restored. */
export interface RemovedLead {
  lead_id: string;
  removed_time: string;
  /** `user:<id>`, `key:<id>` or `system:<name>`. */
  removed_by: string;
  restorable_until: string;
  lead: { name?: string; emails: LeadEmail[]; phones: LeadPhone[]; state: string };
}

/** A page of them. */
export interface RemovedPage {
  count: number;
  removed: RemovedLead[];
}

/** Whether whoever is signed in may see removed leads and restore them. */
export function mayRestore(): boolean {
  return user.value !== undefined && user.value.role_id !== 'agent';
}

/** Brings a lead back into the lists, with the way to remove it again. */
export async function restoreLead({ lead_id: id, lead }: RemovedLead): Promise<void> {
  const post = async (verb: 'restore' | 'remove'): Promise<void> => {
    await ask(companyPath(`/leads/${id}/${verb}`), { method: 'POST' });
    changed(companyPath('/leads/'), companyPath('/smart_views/'));
  };
  await post('restore');
  toast(`${nameOf(lead)} restored.`, () => post('remove'));
}
