/** Actions on calls: rate one, block its caller or allow them again. Each can be undone. */
import { ask } from '../../../api/api.ts';
import { companyPath } from '../../../api/company.ts';
import { changed } from '../../../api/resource.ts';
import { toast } from '../../../components/over/toasts.tsx';
import { formatPhone } from '../../../components/text/values.tsx';
import { setBlocked } from '../../phone/phone-draft.ts';
import type { Call, Remarks } from '../call.ts';

/** Withheld callers and short codes cannot be blocked. */
const E164 = /^\+[1-9]\d{6,14}$/;

const RATINGS = { good: 'A good lead.', not_a_lead: 'Not a lead.' } as const;

/** Saves remarks on a call. */
export async function sendRemarks(
  { call_id: id, lead_id: leadId }: Pick<Call, 'call_id' | 'lead_id'>,
  change: Partial<Remarks>,
): Promise<void> {
  await ask(companyPath(`/calls/${id}/modify`), { method: 'POST', body: change });
  changed(companyPath('/calls'), ...(leadId === null ? [] : [companyPath(`/leads/${leadId}`)]));
}

/** Says whether a call was a lead. @param done what is said then */
export async function rateCall(
  call: Call,
  rating: 'good' | 'not_a_lead',
  done: string = RATINGS[rating],
): Promise<void> {
  await sendRemarks(call, { lead_status: rating });
  toast(done, () => sendRemarks(call, { lead_status: call.lead_status }));
}

/** Blocks a caller, or allows them again. */
export async function blockCaller(phone: string, isBlocked: boolean): Promise<void> {
  await setBlocked(phone, isBlocked);
  const done = isBlocked ? 'is blocked: their calls are refused.' : 'may call again.';
  toast(`${formatPhone(phone)} ${done}`, () => setBlocked(phone, !isBlocked));
}

/** Returns the number of a caller who can be blocked; undefined for others. */
export function blockableCaller(phone: string | null | undefined): string | undefined {
  return phone && E164.test(phone) ? phone : undefined;
}
