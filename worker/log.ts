/** What reaches the Worker's log: one line of JSON each, for the operator, with nothing of a person or a secret in it. */

/** What may tell of a person, or open something, and what is logged in its stead. */
const REDACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:basic|bearer) +[\w+/=.~-]+/gi, '<credentials>'],
  [/\bllt_[\w-]+/g, '<token>'],
  [/[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+/g, '<e-mail>'],
  [/\?[^\s"')]*=[^\s"')]*/g, '?<query>'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '<address>'],
  [/(?<![\w:])(?:[\da-f]{0,4}:){3,7}[\da-f]{0,4}(?![\w:])/gi, '<address>'],
  [/\+?\d(?:[ ().-]{0,3}\d){6,}/g, '<number>'],
];

/**
 * Logs a failure that nobody is told of otherwise.
 * @param where what tells the operator where to look: ids of requests, companies and imports, names of parts
 */
export function logFailure(where: Record<string, string | number>, error: unknown): void {
  const stack = error instanceof Error ? error.stack : undefined;
  // oxlint-disable-next-line no-console -- with the next one, the places that write to the log
  console.error(JSON.stringify({ ...where, error: redacted(stack ?? String(error)) }));
}

/** Logs that something is done without which the product can do for a while. */
export function logDegradation(what: Record<string, string | number>): void {
  // oxlint-disable-next-line no-console -- see above
  console.warn(JSON.stringify(what));
}

/** An error's text without what may be in it of a person: messages quote what they could not deal with. */
export function redacted(text: string): string {
  return REDACTIONS.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), text);
}
