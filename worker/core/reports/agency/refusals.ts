/** Problems as plain data, between companies. */
import { Problem, type Refusal } from '../../../shared/http/problems.ts';

/** Returns a problem as plain data; its message is the first thing that is wrong. @throws another error */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Problem)) throw error;
  const { code, message, headers, errors } = error;
  return { code, message: errors[0]?.detail ?? message, headers };
}
