/**
 * What can be typed or chosen outside of forms, by its label: it says what is shown, or what is selected, and nothing of it
 * is ever saved.
 */
export const FIELDS_OUTSIDE: readonly RegExp[] = [
  /^Search /,
  /^Find the other lead$/,
  /^Select /,
  /^Rows a page$/,
  /^Keys press these$/,
  // What is gone to, or given to somebody, by name.
  /^(?:A screen, something to do, a lead|Go to the company|Assign to)$/,
  // Filters: a value of a facet says how many leads have it.
  /\s\d+$/,
  /^(?:Changed|First calls only|How it went|Location|Outcome|Source|What|When|Who)$/,
  /^Country of the map\b/,
  /^The site is made with$/,
];
