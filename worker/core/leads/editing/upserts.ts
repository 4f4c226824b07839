/** Upsert: the lead that the identifiers belong to is updated, or a new one is made. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import { Problem } from '../../../shared/http/problems.ts';
import type { CompanyOptions } from '../../company/settings/records.ts';
import { writableLead } from '../record/access.ts';
import { emailsOf, phonesOf, upserted } from '../record/changes.ts';
import type { LeadInput } from '../record/lead-input.ts';
import { findByKeys, type KeyMatch } from '../record/lead-store.ts';
import { type MatchedOn, matchedOn, shownKeys } from '../record/match-keys.ts';
import { addLead, newLead, type PossibleDuplicate, possibleDuplicates, saveModified } from './leads.ts';
import type { LeadRecord } from '../record/schema.ts';
import { settingsOf } from '../../company/settings/settings.ts';

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
export function upsertLead(context: WriteContext, input: LeadInput): UpsertedLead {
  const options = settingsOf(context).options();
  const keys = shownKeys({ emails: emailsOf(input), phones: phonesOf(input) });
  const matches = findByKeys(context.database, keys);
  const match = chooseMatch(matches, options.upsert_conflict);
  if (match === undefined) {
    const saved = addLead(context, newLead(context, input));
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
