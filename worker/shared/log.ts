/** Writes the Worker's log for the operator: lines of JSON, with personal data and secrets redacted. */

/** Patterns of personal data and credentials, and their replacements. */
const REDACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:basic|bearer) +[\w+/=.~-]+/gi, '<credentials>'],
  [/\bllt_[\w-]+/g, '<token>'],
  [/\/(?:reports\/(?:confirm|shared)|unsubscribe)\/[^\s"')]+/g, '/<link>'],
  [/(?<![\w.!#$%&'*+/=?^`{|}~-])[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+/g, '<e-mail>'],
  [/\?[^\s"')=?]*=[^\s"')]*/g, '?<query>'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '<address>'],
  [/(?<![\w:])(?:[\da-f]{0,4}:){3,7}[\da-f]{0,4}(?![\w:])/gi, '<address>'],
  [/\+?\d(?:[ ().-]{0,3}\d){6,}/g, '<number>'],
];

/**
 * Logs a failure that nobody would notice otherwise.
 * @param where ids of requests, companies and imports, and names of parts, for the operator
 */
export function logFailure(where: Record<string, string | number>, error: unknown): void {
  const stack = error instanceof Error ? error.stack : undefined;
  write('error', { ...where, error: redacted(stack ?? String(error)) });
}

/** Logs the failure of a part that the product can do without for a while. */
export function logDegradation(what: Record<string, string | number>): void {
  write('warn', what);
}

/** Redacts personal data that error messages quote. */
export function redacted(text: string): string {
  return REDACTIONS.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), text);
}

/** Writes a line; nothing else in the Worker writes to the log. */
function write(level: 'warn' | 'error', line: Record<string, string | number>): void {
  // oxlint-disable-next-line no-console -- the console is the log of a Worker
  console[level](JSON.stringify(line));
}
