/** Builds the hits of a search. */
import type { SearchHit } from './reference.ts';
import { fold } from '../../../engine/storage/folding.ts';
import type { Database } from '../../../engine/storage/database.ts';
import type { LeadRecord } from '../../record/schema.ts';
import { writeMoment } from '../../../engine/times/moments.ts';
import type { EventType } from '../../timeline/schema.ts';
import { type FieldText, type SearchField, SPOKEN } from './fields.ts';
import { rankOfDigits, rankOfText } from './matching.ts';
import type { SearchQuery } from './query.ts';
import { newestSpoken } from './spoken-index.ts';
import { newestMatch } from './timeline-index.ts';

export type Match = Pick<SearchHit, 'search_field_name' | 'field_name' | 'field_value'>;

/** The parts of a search by which a lead matches. */
interface MatchedBy {
  query: SearchQuery;
  fields: readonly SearchField[];
  types: readonly EventType[];
  isSpoken: boolean;
}

const TIMELINE_LABELS: Partial<Record<EventType, string>> = {
  note: 'Note',
  email_message: 'E-mail message',
  reminder: 'Reminder',
  call: 'Call',
  sms: 'Text',
};

/** Returns the match of a lead that a search found: its best value by rank, then field, then position; or else its newest matching event or call. */
export function matchOf(database: Database, lead: LeadRecord, by: MatchedBy): Match {
  return (
    fieldMatch(lead, by) ??
    timelineMatch(database, lead, by) ??
    spokenMatch(database, lead, by) ?? { search_field_name: 'note', field_name: 'Note', field_value: '' }
  );
}

/** Returns the hit of a lead. */
export function hitOf(database: Database, lead: LeadRecord, by: MatchedBy): SearchHit {
  const { name, phones, emails, assigneeId } = lead;
  const [phone] = phones;
  const [email] = emails;
  return {
    ...matchOf(database, lead, by),
    ...(name === undefined ? {} : { name }),
    ...(phone === undefined ? {} : { phone: phone.phone }),
    ...(email === undefined ? {} : { email: email.email }),
    lead_id: lead.leadId,
    ...(assigneeId === undefined ? {} : { user_assigned_to: assigneeId }),
    lead_modification_time: writeMoment(lead.modificationTime),
  };
}

function fieldMatch(lead: LeadRecord, { query, fields }: MatchedBy): Match | undefined {
  let best: { rank: number; found: FieldText } | undefined;
  for (const field of fields) {
    for (const found of field.textsOf(lead)) {
      const { text } = found;
      const rank = field.isPhone ? rankOfDigits(text.slice(1), query) : rankOfText(fold(text), query);
      if (rank !== undefined && rank < (best?.rank ?? Infinity)) best = { rank, found };
    }
  }
  if (best === undefined) return undefined;
  const { name, label, text } = best.found;
  return { search_field_name: name, field_name: label, field_value: text };
}

function timelineMatch(
  database: Database,
  { leadNumber }: LeadRecord,
  { query, types }: MatchedBy,
): Match | undefined {
  const found = types.length === 0 ? undefined : newestMatch(database, leadNumber, query, types);
  if (found === undefined) return undefined;
  const { type, snippet } = found;
  return { search_field_name: type, field_name: TIMELINE_LABELS[type] ?? type, field_value: snippet };
}

function spokenMatch(
  database: Database,
  { leadNumber }: LeadRecord,
  { query, isSpoken }: MatchedBy,
): Match | undefined {
  const snippet = isSpoken ? newestSpoken(database, leadNumber, query) : undefined;
  return snippet === undefined
    ? undefined
    : { search_field_name: SPOKEN, field_name: 'Said', field_value: snippet };
}
