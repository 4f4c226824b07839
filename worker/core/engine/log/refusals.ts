/** Refusals in the audit log: once an hour for the same operation, a few operations of each caller, and nothing that the caller wrote. */
import { Problem, type ProblemCode } from '../../../shared/http/problems.ts';
import { type Actor, actorId } from '../context/actors.ts';
import { callBy } from '../context/contexts.ts';
import { commitIfRoom } from '../commit/commit.ts';
import type { CompanyContext } from '../context/company-context.ts';

/** Codes of refusals for a lack of rights. */
const REFUSALS: readonly ProblemCode[] = ['permission_denied', 'insufficient_scope'];
/** Most characters of the reason; those that there are have less. */
const MAX_REASON_LENGTH = 300;
const FURTHER = 'What else this caller is refused within the hour is not noted.';
/** What parameters of a route look like: the expression in braces is nothing for people. */
const EXPRESSIONS = /\{[^/]*\}(?=\/|$)/g;

/**
 * Notes that somebody was refused what their role or key does not allow. Other errors are not noted.
 * @param request.route the pattern of the route, as in `/companies/:company/users/:user`: what is in its place in the request may be
 *   long, and of a person
 */
export function noteRefusal(
  company: CompanyContext,
  error: unknown,
  { actor, method, route, requestId }: { actor: Actor; method: string; route: string; requestId: string },
): void {
  if (!(error instanceof Problem) || !REFUSALS.includes(error.code)) return;
  const operation = `${method} ${route.replaceAll(EXPRESSIONS, '')}`;
  const noted = company.refusals.add(actorId(actor), operation);
  if (noted === 'nothing') return;
  const told =
    noted === 'this'
      ? { subject: operation, detail: { detail: error.message.slice(0, MAX_REASON_LENGTH) } }
      : { subject: 'further operations', detail: { detail: FURTHER } };
  commitIfRoom(company, callBy(company, actor, requestId), (context) =>
    context.audit({ action: 'refused', ...told }),
  );
}
