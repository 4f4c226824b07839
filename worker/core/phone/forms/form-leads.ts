/** Finds or makes the lead of a form, as an upsert of the API does. */
import { settingsOf } from '../../company/settings/settings.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { emailKey } from '../../../shared/contact/email.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { saveModified, type UpsertedLead, upsertLead } from '../../leads/editing/lead-writes.ts';
import { modified, upserted } from '../../leads/record/edits.ts';
import type { LeadInput } from '../../leads/record/lead-input.ts';
import { findByKeys, findLead } from '../../leads/record/lead-store.ts';
import type { LeadRecord } from '../../leads/record/schema.ts';
import { SPAM_TAG } from '../../../shared/contact/outcomes.ts';
import { addAtBranch, EMPTY_INPUT } from '../progress/call-leads.ts';
import type { FormContent } from './schema.ts';

/** Returns what a form tells of its lead. */
function inputOf({ email, phone, extension, name }: FormContent, source: string | undefined): LeadInput {
  return {
    ...EMPTY_INPUT,
    name,
    email,
    phone: phone === undefined ? undefined : { phone, ...(extension === undefined ? {} : { extension }) },
    sourceTags: source === undefined ? undefined : [source],
  };
}

/**
 * Finds the lead with the form's e-mail address or phone number, or makes one, as a call to its branch does. A form that looks like spam
 * changes no lead, and one that it makes has a tag and is assigned to nobody.
 */
export function leadOfForm(
  context: WriteContext,
  content: FormContent,
  { source, isSpam, locationId }: { source: string; isSpam: boolean; locationId: string | undefined },
): { lead: LeadRecord; isNew: boolean } {
  const keys = [content.email === undefined ? [] : emailKey(content.email), content.phone ?? []].flat();
  const [match] = findByKeys(context.database, keys);
  const known = match && findLead(context.database, match.leadId);
  const input = inputOf(content, source);
  if (known === undefined) {
    const tagged = isSpam ? { ...input, tags: [SPAM_TAG] } : input;
    return { lead: addAtBranch(context, tagged, locationId ?? null, !isSpam), isNew: true };
  }
  return { lead: isSpam ? known : updated(context, known, input), isNew: false };
}

/** Updates a lead. Anybody can write its e-mail address into a form, so a known name stays. */
function updated(context: WriteContext, known: LeadRecord, input: LeadInput): LeadRecord {
  const { name, ...rest } = input;
  const attempts: (() => UpsertedLead)[] = [
    () => upsertLead(context, { ...rest, name: known.name === undefined ? name : undefined }),
    // The e-mail address and the phone number belong to different leads, or the lead has the most values.
    () => upsertLead(context, { ...rest, name: undefined, phone: undefined, sourceTags: undefined }),
  ];
  for (const attempt of attempts) {
    try {
      return attempt().lead;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
  return known;
}

/** Applies a corrected form to its lead: if the form has made it, the corrected identifiers replace the former ones. */
export function correctLead(
  context: WriteContext,
  lead: LeadRecord,
  content: FormContent,
  { madeLead, isSpam }: { madeLead: boolean; isSpam: boolean },
): LeadRecord {
  const input = inputOf(content, undefined);
  const isUntouched = madeLead && lead.emails.length <= 1 && lead.phones.length <= 1;
  if (isSpam) return lead;
  const tags = lead.tags.filter((tag) => tag !== SPAM_TAG);
  const { source_update: sourceUpdate } = settingsOf(context).options();
  const after = isUntouched
    ? modified(lead, { ...input, tags })
    : upserted(lead, { ...input, name: undefined }, sourceUpdate);
  return saveModified(context, lead, after);
}
