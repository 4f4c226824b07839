/**
 * Lists every column of a company's database that can hold personal data, by place. `places.ts` says how an erasure clears each
 * place. The test of the erasures finds the person in each column before and in none after, and refuses a text column that is
 * neither here nor in its list of columns without personal data. Pure.
 */

/** Columns by table. */
export type Columns = Readonly<Record<string, readonly string[]>>;

/** Data about a lead. Calls and messages are found by the timeline, so they come before it. */
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
  /** Waiting rows are skipped when their turn comes, which empties the column. */
  waitingRows: { import_batches: ['cells'] },
  bulk: { bulk_chunks: ['marks'] },
  /** FTS5 keeps the words in its shadow tables until the alarm has merged them. */
  indexes: {
    lead_texts_data: ['block'],
    lead_texts_idx: ['term'],
    event_texts_data: ['block'],
    event_texts_idx: ['term'],
  },
} as const satisfies Record<string, Columns>;

/** Data about a user that is deleted at once. The log comes before their keys, by which it is found. */
export const COLUMNS_OF_USERS = {
  tokens: { tokens: ['token_hash'] },
  log: { audit: ['actor_name', 'detail'] },
  history: { dni_settings_history: ['actor_name'] },
  answers: { idempotent_answers: ['answer'] },
  keys: { api_keys: ['name'] },
  notifications: { notifications: ['data'] },
} as const satisfies Record<string, Columns>;

/** Columns that `eraseUser` or the alarm rewrites: names in timelines and in the stream. */
export const REWRITTEN_FOR_USERS: Columns = {
  users: ['email', 'email_key', 'name', 'caller_id_name', 'phone', 'tracking_number', 'forward_numbers'],
  user_erasures: ['address'],
  events: ['data'],
  changes: ['data'],
};
