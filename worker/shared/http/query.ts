/** Checks the query parameters of write operations, which refuse unknown ones. */
import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import { parse } from './input.ts';
import { type Fault, refuseFaults } from './problems.ts';

/** The parsed query of a set of parameters. */
export type QueryOf<Entries extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Entries, undefined>>;

/**
 * Checks the query of a write. An unknown parameter may be a typo, `dryrun` for `dry_run`, so it is refused.
 * @param entries the schemas of the parameters, by name; absent: the operation takes none
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

/** Middleware that refuses any query parameter. */
export const takesNoQuery = createMiddleware(async (c, next) => {
  parseWriteQuery(c.req.query());
  await next();
});
