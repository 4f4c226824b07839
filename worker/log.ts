/** What reaches the Worker's log: one line of JSON each, for the operator, with nothing of a person or a secret in it. */

/**
 * Logs a failure that nobody is told of otherwise.
 * @param where what tells the operator where to look: ids of requests, companies and imports, names of parts
 */
export function logFailure(where: Record<string, string | number>, error: unknown): void {
  const stack = error instanceof Error ? error.stack : undefined;
  // oxlint-disable-next-line no-console -- the one place that writes to the log
  console.error(JSON.stringify({ ...where, error: stack ?? String(error) }));
}
