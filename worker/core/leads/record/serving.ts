/** Who serves a lead by phone: whoever answered one of its calls, and the people of the branches that it called or wrote to. */
import { branchesOf, branchOfNumber } from '../../company/dni/saved-settings.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import type { LeadRecord } from './schema.ts';

/** The newest contacts that count: a switchboard has very many. */
const MOST_CONTACTS = 200;

const NEWEST = `SELECT event_id, type, data FROM events
  WHERE lead_number = ?1 AND removed_time = 0 AND type IN ('call', 'sms', 'form')
  ORDER BY event_time DESC, event_id DESC`;

/** The branches of contacts, latest first: of the number that was called or written to, or stood on the page of a form. */
const BRANCHES = `SELECT newest.data ->> '$.answered_by.user_id' AS answerer, newest.type,
    coalesce(calls.location_id, texts.location_id) AS location_id, forms.number AS shown_number
  FROM (${NEWEST} LIMIT ${MOST_CONTACTS}) AS newest
  LEFT JOIN calls ON calls.event_id = newest.event_id
  LEFT JOIN texts ON texts.event_id = newest.event_id
  LEFT JOIN forms ON forms.event_id = newest.event_id`;

interface ContactRow {
  [column: string]: string | null;
  answerer: string | null;
  type: string;
  location_id: string | null;
  shown_number: string | null;
}

/** Tells whether a user has answered a call of a lead, or belongs to a branch that it called, wrote to or sent a form to. */
export function serves(
  context: RequestContext,
  userId: string,
  { leadNumber }: Pick<LeadRecord, 'leadNumber'>,
): boolean {
  const branches = new Set<string | null | undefined>(branchesOf(context, userId));
  return contactsOf(context, leadNumber).some(
    ({ answerer, branch }) => answerer === userId || branches.has(branch),
  );
}

/** Returns the branch of a lead's last contact: null if that goes to the default one, undefined without any. */
export function lastBranchOf(
  context: RequestContext,
  { leadNumber }: Pick<LeadRecord, 'leadNumber'>,
): string | null | undefined {
  return contactsOf(context, leadNumber)[0]?.branch;
}

function contactsOf(
  context: RequestContext,
  leadNumber: number,
): { answerer: string | null; branch: string | null | undefined }[] {
  const rows = context.database.all<ContactRow>(BRANCHES, leadNumber);
  return rows.map(({ answerer, type, location_id: locationId, shown_number: number }) => ({
    answerer,
    branch: type === 'form' ? branchOfNumber(context, number ?? '') : locationId,
  }));
}
