/** Errors that forms find themselves. */
import { type Fault, Refusal } from '../api/api.ts';

/** Builds an error like the server's from errors found in the browser. */
export function refusalOf(errors: Fault[]): Refusal {
  const problem = { code: 'invalid', title: 'Invalid', detail: 'Some fields are invalid.', status: 400 };
  return new Refusal({ ...problem, errors }, undefined);
}
