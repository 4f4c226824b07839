/** The Worker's log: one line of JSON each, for the operator. Persons and secrets are redacted. */

/** Patterns of personal data and of credentials, and what is logged in their place. */
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
  write('error', { ...where, error: redacted(stack ?? String(error)) });
}

/** Logs that a part which the product can do without for a while does not work. */
export function logDegradation(what: Record<string, string | number>): void {
  write('warn', what);
}

/** An error's text without personal data, which messages quote when they name what they could not deal with. */
export function redacted(text: string): string {
  return REDACTIONS.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), text);
}

/** The one place that writes to the log. */
function write(level: 'warn' | 'error', line: Record<string, string | number>): void {
  // oxlint-disable-next-line no-console -- the console is the log of a Worker
  console[level](JSON.stringify(line));
}
