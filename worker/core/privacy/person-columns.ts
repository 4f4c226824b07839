/**
 * Every column of a company's database that can hold a person, by place. `places.ts` has for each place how an erasure takes the
 * person out of it, and the erasures walk through these tables; so does their test, which finds the person in each column before and
 * in none after, and refuses a column of text that stands neither here nor among those that hold nobody. Pure.
 */

/** Columns by table. */
export type Columns = Readonly<Record<string, readonly string[]>>;

/** What is kept of a lead. Calls and texts are found by the timeline, so they come before it. */
export const COLUMNS_OF_LEADS = {
  lead: { leads: ['document'], lead_keys: ['match_key'] },
  removedLead: { lead_removals: ['record', 'search_text'] },
  merges: { merges: ['answer', 'snapshot'] },
  columns: { column_chunks: ['codes', 'content'] },
  answers: { idempotent_answers: ['answer'] },
  calls: {
    calls: ['caller', 'facts', 'remarks', 'visit'],
    carrier_requests: ['happened', 'parameters'],
    missed_callers: ['caller'],
  },
  texts: { texts: ['phone', 'message', 'media', 'error'] },
  timeline: { events: ['data'], comments: ['comment'] },
  notifications: { notifications: ['data'] },
  imports: {
    import_batches: ['results'],
    import_rehearsals: ['record'],
    import_rehearsal_keys: ['match_key'],
  },
  /** Rows that wait are skipped when their turn comes, which empties the column. */
  waitingRows: { import_batches: ['cells'] },
  bulk: { bulk_chunks: ['marks'] },
  /** FTS5 keeps the words in the tables behind its own, until the alarm has merged them. */
  indexes: {
    lead_texts_data: ['block'],
    lead_texts_idx: ['term'],
    event_texts_data: ['block'],
    event_texts_idx: ['term'],
  },
} as const satisfies Record<string, Columns>;

/** What is kept of a user and goes at once. The log comes before their keys, by which it is found. */
export const COLUMNS_OF_USERS = {
  tokens: { tokens: ['token_hash'] },
  log: { audit: ['actor_name', 'detail'] },
  history: { dni_settings_history: ['actor_name'] },
  answers: { idempotent_answers: ['answer'] },
  keys: { api_keys: ['name'] },
  notifications: { notifications: ['data'] },
} as const satisfies Record<string, Columns>;

/** What `eraseUser` writes anew, and what the alarm goes through after it: names on timelines and in the stream. */
export const REWRITTEN_FOR_USERS: Columns = {
  users: ['email', 'email_key', 'name', 'caller_id_name', 'phone', 'tracking_number', 'forward_numbers'],
  user_erasures: ['address'],
  events: ['data'],
  changes: ['data'],
};
