/** What rules on calls do besides marking the call: assign the lead, move it, tell people. What people have decided stays. */
import type { WriteContext } from '../../../engine/context/request-context.ts';
import { DAY_MS, settingsOf } from '../../../company/settings/settings.ts';
import { assignReadLead } from '../../../leads/editing/assignments.ts';
import { moveLead } from '../../../leads/editing/lead-writes.ts';
import {
  hearsOf,
  managersOf,
  notifyOfContact,
  responsibleFor,
} from '../../../leads/record/lead-notifications.ts';
import { findLead } from '../../../leads/record/lead-store.ts';
import type { LeadRecord } from '../../../leads/record/schema.ts';
import { hasPersonDone } from '../../../leads/timeline/happened.ts';
import { isAssignable } from '../../../people/users/schema.ts';
import { findUserOnce } from '../../../people/users/users.ts';
import type { CallRecord } from '../../calls/schema.ts';
import type { MetRule, OnLead } from './effects.ts';
import type { ContactRule } from './schema.ts';

const ACTOR = { kind: 'system', name: 'rules on calls' } as const;

/**
 * Assigns the lead of a call and moves it, each by the first rule that asks for it, and tells people of the call; each once for a call.
 * Leads that somebody has, or has given back since the call began, are not assigned; those that a person has ever moved are not moved.
 */
export function changeLead(
  given: WriteContext,
  { record, leadId }: { record: CallRecord; leadId: string | null },
  met: readonly MetRule[],
): OnLead {
  const done = new Set(record.remarks.rules?.flatMap(({ sets }) => sets));
  const first = (name: 'assign' | 'state'): ContactRule | undefined =>
    done.has(name) ? undefined : met.find(({ rule }) => rule.then[name] !== undefined)?.rule;
  const [assigning, moving] = [first('assign'), first('state')];
  const context = { ...given, actor: ACTOR };
  const leadNow = (): LeadRecord | undefined =>
    leadId === null ? undefined : findLead(context.database, leadId);
  const isAssigned = assigning !== undefined && assign(context, leadNow(), { record, rule: assigning });
  const isMoved = moving !== undefined && move(context, leadNow(), moving);
  return {
    ...(isAssigned ? { assign: assigning.rule_id } : {}),
    ...(isMoved ? { state: moving.rule_id } : {}),
    notify: tell(context, leadNow(), { record, met }),
  };
}

function assign(
  context: WriteContext,
  lead: LeadRecord | undefined,
  { record, rule }: { record: CallRecord; rule: ContactRule },
): boolean {
  const user = findUserOnce(context, rule.then.assign ?? '');
  if (lead === undefined || lead.assigneeId !== undefined || !isAssignable(user)) return false;
  const types = ['lead_assigned', 'lead_unassigned'] as const;
  if (hasPersonDone(context.database, lead.leadNumber, { types, since: record.startedTime })) return false;
  assignReadLead(context, lead, user);
  return true;
}

function move(
  context: WriteContext,
  lead: LeadRecord | undefined,
  { then: { state } }: ContactRule,
): boolean {
  const isThere = settingsOf(context)
    .states()
    .some(({ name }) => name === state);
  if (lead === undefined || state === undefined || lead.state === state || !isThere) return false;
  if (hasPersonDone(context.database, lead.leadNumber, { types: ['state_change'], since: 0 })) return false;
  moveLead(context, lead, state);
  return true;
}

/** Tells people of a call of the last day, once for each rule. @returns the ids of the rules */
function tell(
  context: WriteContext,
  lead: LeadRecord | undefined,
  { record, met }: { record: CallRecord; met: readonly MetRule[] },
): string[] {
  // Calls of last year may be reported, too.
  if (lead === undefined || context.now - record.startedTime > DAY_MS) return [];
  const { callId, caller: phone, locationId, source, attribution, remarks } = record;
  const told = new Set(
    remarks.rules?.flatMap(({ ruleId, sets }) => (sets.includes('notify') ? [ruleId] : [])),
  );
  const visit = attribution?.visit;
  const contact = { lead, locationId, source: visit?.source ?? source, campaign: visit?.campaign };
  const telling = met.filter(({ rule }) => rule.then.notify !== undefined && !told.has(rule.rule_id));
  for (const { rule } of telling) {
    const userIds = rule.then.notify?.flatMap((who) => usersOf(context, lead, who)) ?? [];
    const data = { call_id: callId, phone, rule: rule.name };
    notifyOfContact(context, contact, { type: 'call.marked', data, userIds });
  }
  return telling.map(({ rule }) => rule.rule_id);
}

/** Returns whom a rule means. @param who `managers`, `owner`, or the id of a user, who may have left */
function usersOf(context: WriteContext, lead: LeadRecord, who: string): string[] {
  if (who === 'managers') return managersOf(context, lead);
  if (who === 'owner') return responsibleFor(context, lead);
  const user = findUserOnce(context, who);
  return user !== undefined && hearsOf(context, user, lead) ? [who] : [];
}
