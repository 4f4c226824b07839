/** Finishes the reminder of a missed call that was no lead. */
import { ask } from '../../api/api.ts';
import { companyPath } from '../../api/company.ts';
import { toast } from '../../components/over/toasts.tsx';
import type { Call } from '../calls/call.ts';
import { sendRemarks } from '../calls/actions/call-actions.ts';
import { markDone, reopenReminder } from '../leads/lead/lead-actions.ts';

/** Rates the call, and marks its reminder as done. Undo takes both back. */
export async function finishAsNoLead(
  leadId: string,
  { callId, reminder }: { callId: string; reminder: string },
): Promise<void> {
  const { body: call } = await ask<Call>(companyPath(`/calls/${callId}`));
  await sendRemarks(call, { lead_status: 'not_a_lead' });
  await markDone(leadId, reminder);
  toast('Not a lead.', async () => {
    await sendRemarks(call, { lead_status: call.lead_status });
    await reopenReminder(leadId, reminder);
  });
}
