/** Creates, modifies and upserts leads, and moves them to another state. */
import type { PossibleDuplicate } from './reference.ts';
import type { MatchedOn } from '../record/answer-schema.ts';
import { userOf } from '../../engine/context/actors.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { newId } from '../../../shared/http/ids.ts';
import { Problem, problemOfFaults } from '../../../shared/http/problems.ts';
import { mayWorkOn, writableLead } from '../record/access.ts';
import { emailsOf, leadFrom, modified, phonesOf, upserted } from '../record/edits.ts';
import { commitChange, commitNewLead } from '../timeline/events.ts';
import type { FieldRule } from '../record/field-values.ts';
import type { NewEvent } from '../timeline/schema.ts';
import { faultOfState, type LeadInput } from '../record/lead-input.ts';
import { findByKeys, type KeyMatch } from '../record/lead-store.ts';
import { matchedOn, shownKeys } from '../record/match-keys.ts';
import { changesBetween } from '../record/members.ts';
import type { LeadRecord } from '../record/schema.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import type { CompanyOptions } from '../../company/settings/records.ts';

/** Most possible duplicates in an answer of create or upsert. */
const MAX_POSSIBLE_DUPLICATES = 5;

export interface CreatedLead {
  lead: LeadRecord;
  possibleDuplicates: PossibleDuplicate[];
}

export interface UpsertedLead {
  lead: LeadRecord;
  created: boolean;
  /** The lead before the upsert; undefined if the upsert created it. */
  before: LeadRecord | undefined;
  /** Undefined if the upsert created the lead. */
  matchedOn: MatchedOn | undefined;
  /** Other leads with one of the identifiers. */
  possibleDuplicates: PossibleDuplicate[];
}

/**
 * Creates a lead, by default even if another one has the same identifiers.
 * @throws Problem `duplicate_lead` when the company rejects duplicates and another lead has one of the identifiers
 */
export function createLead(context: WriteContext, input: LeadInput): CreatedLead {
  const lead = newLead(context, input);
  const matches = findByKeys(context.database, shownKeys(lead));
  if (matches.length > 0) refuseDuplicate(context, matches);
  return { lead: saveNew(context, lead), possibleDuplicates: possibleDuplicates(context, matches) };
}

/**
 * Returns the record of a new lead: in the company's first state, unassigned, in the group of the acting user or else in the
 * first group.
 */
export function newLead(context: RequestContext, input: LeadInput): LeadRecord {
  const given = {
    leadId: newId(context.now),
    state: settingsOf(context).states()[0]?.name ?? 'open',
    leadGroup: userOf(context.actor)?.groupId ?? settingsOf(context).groups()[0]?.id ?? '',
    now: context.now,
  };
  return leadFrom(given, input);
}

/** Creates a lead without looking for duplicates. */
export function addLead(context: WriteContext, input: LeadInput): LeadRecord {
  return saveNew(context, newLead(context, input));
}

function saveNew(context: WriteContext, lead: LeadRecord): LeadRecord {
  return commitNewLead(context, lead, { type: 'lead_created', data: creationData(lead) });
}

/** Returns the data of the event `lead_created`. */
export function creationData({
  sourceTags,
  tags,
}: Pick<LeadRecord, 'sourceTags' | 'tags'>): NewEvent['data'] {
  return { source_tags: sourceTags, ...(tags.length === 0 ? {} : { tags }) };
}

/**
 * Changes the members that the input names. Writes nothing if nothing changes.
 * @param leadId the id from the path
 * @throws Problem `last_identifier` when the lead would be left without e-mail and phone; those of `writableLead`
 */
export function modifyLead(context: WriteContext, leadId: string, input: LeadInput): LeadRecord {
  const before = writableLead(context, leadId);
  const after = modified(before, input);
  if (shownKeys(after).length === 0 && shownKeys(before).length > 0) {
    throw new Problem('last_identifier', 'A lead keeps at least one e-mail address or phone number.');
  }
  return saveModified(context, before, after);
}

/** Saves an edited lead. Writes nothing if nothing changed. */
export function saveModified(context: WriteContext, before: LeadRecord, after: LeadRecord): LeadRecord {
  const changes = changesBetween(before, after, readFieldRules(context));
  if (changes.length === 0) return before;
  return commitChange(context, before, after, { type: 'lead_modified', data: { changes } }).lead;
}

/**
 * Moves a lead to another state. Does nothing if it is in that state.
 * @throws Problem `unknown_state` with the company's states; those of `writableLead`
 */
export function changeState(context: WriteContext, leadId: string, state: string): LeadRecord {
  const fault = faultOfState(settingsOf(context), state);
  if (fault !== undefined) throw problemOfFaults([fault]);
  return moveLead(context, writableLead(context, leadId), state);
}

/** Moves a lead that was read in this transaction to another state. Does nothing if it is in that state. */
export function moveLead(context: WriteContext, before: LeadRecord, state: string): LeadRecord {
  if (before.state === state) return before;
  return commitChange(
    context,
    before,
    { ...before, state },
    { type: 'state_change', data: { from: before.state, to: state } },
  ).lead;
}

/** Lists the other leads with the same identifiers that the caller may see. */
export function possibleDuplicates(
  context: RequestContext,
  matches: readonly KeyMatch[],
): PossibleDuplicate[] {
  return matches
    .filter((match) => mayWorkOn(context, match))
    .slice(0, MAX_POSSIBLE_DUPLICATES)
    .map((match) => ({ lead_id: match.leadId, matched_on: matchedOn(match) }));
}

/** Returns the rules of the company's lead fields by name. */
export function readFieldRules(context: RequestContext): ReadonlyMap<string, FieldRule> {
  return new Map(
    settingsOf(context)
      .fields()
      .map((field) => [field.name, field]),
  );
}

function refuseDuplicate(context: RequestContext, matches: readonly KeyMatch[]): void {
  if (settingsOf(context).options().create_duplicates !== 'reject') return;
  throw new Problem('duplicate_lead', 'Another lead has one of these identifiers; modify or upsert it.', {
    members: { possible_duplicates: possibleDuplicates(context, matches) },
  });
}

/**
 * Updates the lead that has the identifiers, or creates one.
 * @throws Problem `permission_denied` when the caller may not see the match, `ambiguous_match` when e-mail and
 *   phone belong to different leads and the company rejects that
 */
export function upsertLead(context: WriteContext, input: LeadInput): UpsertedLead {
  const options = settingsOf(context).options();
  const keys = shownKeys({ emails: emailsOf(input), phones: phonesOf(input) });
  const matches = findByKeys(context.database, keys);
  const match = chooseMatch(matches, options.upsert_conflict);
  if (match === undefined) {
    const saved = addLead(context, input);
    return {
      lead: saved,
      created: true,
      before: undefined,
      matchedOn: undefined,
      possibleDuplicates: [],
    };
  }
  const before = writableLead(context, match.leadId);
  return {
    lead: saveModified(context, before, upserted(before, input, options.source_update)),
    created: false,
    before,
    matchedOn: matchedOn(match),
    possibleDuplicates: possibleDuplicates(
      context,
      matches.filter((other) => other !== match),
    ),
  };
}

/**
 * Chooses the lead to update: one that has both identifiers, else the one with the e-mail address or the one with the phone
 * number, as the company's option says. Of several leads it takes the oldest. Pure.
 * @param matches the oldest first, then by id
 */
function chooseMatch(
  matches: readonly KeyMatch[],
  conflict: CompanyOptions['upsert_conflict'],
): KeyMatch | undefined {
  const by = (kind: MatchedOn): KeyMatch | undefined => matches.find((match) => matchedOn(match) === kind);
  const both = by('email_and_phone');
  if (both !== undefined) return both;
  const [email, phone] = [by('email'), by('phone')];
  if (email === undefined || phone === undefined) return email ?? phone;
  if (conflict !== 'reject') return conflict === 'email_first' ? email : phone;
  throw new Problem('ambiguous_match', 'The e-mail address and the phone number belong to different leads.', {
    members: { lead_ids: [email.leadId, phone.leadId] },
  });
}
