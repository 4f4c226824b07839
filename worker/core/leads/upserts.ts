/** Upsert: the lead that the identifiers belong to is updated, or a new one is made. */
import type { WriteCall } from '../call.ts';
import { Problem } from '../../problems.ts';
import type { CompanyOptions } from '../settings/records.ts';
import { writableLead } from './access.ts';
import { emailsOf, phonesOf, upserted } from './changes.ts';
import type { LeadInput } from './lead-input.ts';
import { findByKeys, type KeyMatch } from './lead-store.ts';
import { type MatchedOn, matchedOn, shownKeys } from './match-keys.ts';
import { addLead, newLead, type PossibleDuplicate, possibleDuplicates, saveModified } from './leads.ts';
import type { LeadRecord } from './schema.ts';
import { settingsOf } from '../settings/settings.ts';

export interface UpsertedLead {
  lead: LeadRecord;
  created: boolean;
  /** The lead as it was; undefined for a new one. */
  before: LeadRecord | undefined;
  /** Undefined for a new lead. */
  matchedOn: MatchedOn | undefined;
  /** Other leads with one of the identifiers. */
  possibleDuplicates: PossibleDuplicate[];
}

/**
 * Updates the lead that has the identifiers, or makes one.
 * @throws Problem `permission_denied` when the match is out of the caller's scope, `ambiguous_match` when e-mail and
 *   phone belong to different leads and the company rejects that
 */
export function upsertLead(call: WriteCall, input: LeadInput): UpsertedLead {
  const options = settingsOf(call).options();
  const keys = shownKeys({ emails: emailsOf(input), phones: phonesOf(input) });
  const matches = findByKeys(call.database, keys);
  const match = chooseMatch(matches, options.upsert_conflict);
  if (match === undefined) {
    const saved = addLead(call, newLead(call, input));
    return {
      lead: saved,
      created: true,
      before: undefined,
      matchedOn: undefined,
      possibleDuplicates: [],
    };
  }
  const before = writableLead(call, match.leadId);
  return {
    lead: saveModified(call, before, upserted(before, input, options.source_update)),
    created: false,
    before,
    matchedOn: matchedOn(match),
    possibleDuplicates: possibleDuplicates(
      call,
      matches.filter((other) => other !== match),
    ),
  };
}

/**
 * The lead that an upsert means: one that has both identifiers, else by the company's option the e-mail's or the
 * phone's; the oldest of several. Pure.
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
