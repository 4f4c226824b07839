/** The query of an operation that changes something: each says what it takes, and anything else is refused. */
import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import { parse } from './input.ts';
import { type Fault, refuseFaults } from './problems.ts';

/** What the entries of a query make of it. */
export type QueryOf<Entries extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Entries, undefined>>;

/**
 * The checked query of a write. One that is not known may be a mistyped one, `dryrun` for `dry_run`, so it is refused.
 * @param entries what the operation takes, by name; none: it takes no parameters
 * @throws Problem that lists every fault
 */
export function parseWriteQuery<Entries extends v.ObjectEntries = Record<string, never>>(
  given: Record<string, string>,
  entries?: Entries,
): QueryOf<Entries> {
  const allowed = Object.keys(entries ?? {});
  const detail = allowed.length === 0 ? 'This operation takes no parameters.' : 'There is no such parameter.';
  refuseFaults(
    Object.keys(given)
      .filter((parameter) => !allowed.includes(parameter))
      .map((parameter): Fault => ({ parameter, code: 'unknown_parameter', detail, allowed })),
  );
  return parse(v.object(entries ?? {}), given, 'parameters') as QueryOf<Entries>;
}

/** For routes that write and take no parameters. */
export const takesNoQuery = createMiddleware(async (c, next) => {
  parseWriteQuery(c.req.query());
  await next();
});
