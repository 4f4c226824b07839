/** Members that the arguments and answers of several tools have. */
import * as v from 'valibot';

export const text = v.string();
export const maybe = v.exactOptional;
export const orNull = v.nullable(text);

/** An optional argument. */
export function optional(description: string): v.GenericSchema<string | undefined> {
  return v.optional(
    v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500), v.description(description)),
  );
}

/** The id of a lead, as an argument. */
export const leadId = v.pipe(
  v.string(),
  v.uuid('Use the lead_id of an answer of find_leads.'),
  v.description('The lead_id of an answer.'),
);

/** A moment, as an argument; the API checks it. */
export const MOMENT = 'A time as 2026-11-21T09:00:00Z.';

/** A named range of time. */
export const RANGE =
  'A range in the company’s time zone: today, yesterday, this_week, last_month, last_7_days, last_24_hours, all_time and such.';

/** How many items to list. */
export function limit(most: number, byDefault: number): v.GenericSchema<number | undefined, number> {
  const message = `Ask for 1 to ${most}.`;
  return v.optional(
    v.pipe(v.number(message), v.integer(message), v.minValue(1, message), v.maxValue(most, message)),
    byDefault,
  );
}

/** The position of a page. */
export const cursor = optional('The next_cursor of the page before, with the same other arguments.');

/** A person of the company. */
export const person = v.object({ id: text, name: text });

/** A lead in lists. */
export const leadEntries = {
  lead_id: text,
  name: maybe(text),
  phones: maybe(v.array(v.object({ phone: text, type: text }))),
  emails: maybe(v.array(v.object({ email: text, type: text }))),
  state: text,
  lead_source: maybe(text),
  campaign_first: maybe(text),
  campaign_last: maybe(text),
  landing_page: maybe(text),
  source_tags: v.array(text),
  tags: maybe(v.array(text)),
  assigned_to: maybe(person),
  lead_creation_time: maybe(text),
  lead_modification_time: text,
};
