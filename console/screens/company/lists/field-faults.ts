/** Picks the errors of one field from the refusal of the whole list, by the names of the form. Pure. */
import { Refusal } from '../../../api/api.ts';

/** Returns the errors of one field. @param index the position of the field in the list */
export function fieldFaults(error: unknown, index: number): unknown {
  if (!(error instanceof Refusal) || error.problem.errors === undefined) return error;
  const own = `/${index}/`;
  const errors = error.problem.errors.map((fault) =>
    fault.pointer?.startsWith(own) === true
      ? { ...fault, pointer: fault.pointer.slice(own.length - 1) }
      : fault,
  );
  return new Refusal({ ...error.problem, errors }, error.retryAfter);
}
