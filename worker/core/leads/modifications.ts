/** The body of a modify, on the lead that it is for. */
import type { WriteCall } from '../call.ts';
import { writableLead } from './access.ts';
import { type LeadInput, readLeadInput } from './lead-input.ts';
import { hasListChange, toldOfAdded, withWholeLists } from './list-changes.ts';
import { settingsOf } from '../settings/settings.ts';

/**
 * Reads what is to change; lists that change in part are made whole by what the lead has.
 * @param leadId as it stands in the path
 * @throws Problem those of `readLeadInput`; of `writableLead`, where a list changes in part
 */
export function readModification(call: WriteCall, leadId: string, body: unknown): LeadInput {
  const rules = { identifierRequired: false };
  if (!hasListChange(body)) return readLeadInput(settingsOf(call), body, rules);
  const { default_region: region } = settingsOf(call).options();
  const whole = withWholeLists(body, writableLead(call, leadId), region);
  return toldOfAdded(whole.kept, () => readLeadInput(settingsOf(call), whole.body, rules));
}
