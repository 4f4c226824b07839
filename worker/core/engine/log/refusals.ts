/**
 * Records refusals in the audit log: once an hour for the same operation, for a few operations of each caller, and without the
 * content of the request.
 */
import { Problem, type ProblemCode } from '../../../shared/http/problems.ts';
import { type Actor, actorId } from '../context/actors.ts';
import { contextOfActor } from '../context/contexts.ts';
import { commitIfRoom } from '../commit/commit.ts';
import type { CompanyContext } from '../context/company-context.ts';

/** Codes of refusals for a lack of rights. */
const REFUSALS: readonly ProblemCode[] = ['permission_denied', 'insufficient_scope'];
/** Most characters of the reason. All current reasons are shorter. */
const MAX_REASON_LENGTH = 300;
const FURTHER = 'Further refusals of this caller within the hour are not recorded.';
/** The expressions in the parameters of a route, which are left out for readers. */
const EXPRESSIONS = /\{[^/]*\}(?=\/|$)/g;

/**
 * Records that a caller was refused for a lack of rights. Other errors are not recorded.
 * @param request.route the pattern of the route, such as `/companies/:company/users/:user`. The actual path may be long and
 *   contain personal data
 */
export function recordRefusal(
  company: CompanyContext,
  error: unknown,
  { actor, method, route, requestId }: { actor: Actor; method: string; route: string; requestId: string },
): void {
  if (!(error instanceof Problem) || !REFUSALS.includes(error.code)) return;
  const operation = `${method} ${route.replaceAll(EXPRESSIONS, '')}`;
  const noted = company.refusals.add(actorId(actor), operation);
  if (noted === 'nothing') return;
  const entry =
    noted === 'this'
      ? { subject: operation, detail: { detail: error.message.slice(0, MAX_REASON_LENGTH) } }
      : { subject: 'further operations', detail: { detail: FURTHER } };
  commitIfRoom(company, contextOfActor(company, actor, requestId), (context) =>
    context.audit({ action: 'refused', ...entry }),
  );
}
