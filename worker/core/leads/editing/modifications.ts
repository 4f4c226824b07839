/** The body of a modify, on the lead that it is for. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import { writableLead } from '../record/access.ts';
import { type LeadInput, readLeadInput } from '../record/lead-input.ts';
import { hasListChange, toldOfAdded, withWholeLists } from '../record/list-changes.ts';
import { settingsOf } from '../../company/settings/settings.ts';

/**
 * Reads what is to change; lists that change in part are made whole by what the lead has.
 * @param leadId as it stands in the path
 * @throws Problem those of `readLeadInput`; of `writableLead`, where a list changes in part
 */
export function readModification(context: WriteContext, leadId: string, body: unknown): LeadInput {
  const rules = { identifierRequired: false };
  if (!hasListChange(body)) return readLeadInput(settingsOf(context), body, rules);
  const { default_region: region } = settingsOf(context).options();
  const whole = withWholeLists(body, writableLead(context, leadId), region);
  return toldOfAdded(whole.kept, () => readLeadInput(settingsOf(context), whole.body, rules));
}
