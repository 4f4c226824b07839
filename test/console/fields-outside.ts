/**
 * What can be typed or chosen outside of forms, by its label: it says what is shown, or what is selected, and nothing of it
 * is ever saved.
 */
export const FIELDS_OUTSIDE: readonly RegExp[] = [
  /^Search /,
  // Saved at once, with Undo.
  /^Logo$/,
  /^Find the other lead$/,
  /^Select /,
  // All companies.
  /^(?:Search companies|Sorted by)$/,
  /^Rows a page$/,
  /^Shortcuts are on$/,
  // What is gone to, or given to somebody, by name.
  /^(?:Search screens, actions and leads|Switch to the company|Assign to)$/,
  // Filters: a value of a facet says how many leads have it.
  /\s\d+$/,
  /^(?:Action|Changed|First-time callers only|Location|Outcome|Platform|Reason|Rule|Source|Status|When|Which numbers|Who)$/,
  // Columns of the list of leads, which the browser remembers.
  /^Column: /,
  /^Country of the map\b/,
  // What a report shows, and the position on a chart.
  /^(?:Days|First day|Last day|Compared with|Grouped by|Then by|Credited visit|Line)\b/,
  /, by (?:hour|day|week|month|weekday and hour)$/,
  /^Your site is built with$/,
];
