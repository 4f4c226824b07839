/** Refusals in the audit log: once an hour for the same thing, so that nobody fills the log by asking again and again. */
import { Problem, type ProblemCode } from '../../problems.ts';
import { type Actor, actorId } from '../actors.ts';
import { callBy } from '../api-calls.ts';
import { commit } from '../commit.ts';
import type { CompanyContext } from '../core-app.ts';

/** Codes of refusals for a lack of rights. */
const REFUSALS: readonly ProblemCode[] = ['permission_denied', 'insufficient_scope'];
/** Ids and numbers in a path: what is refused is the operation, whatever it was asked of. */
const IDS = /\/[\da-f-]{32,36}(?=\/|$)/gi;

/** Notes that somebody was refused what their role or key does not allow. Other errors are not noted. */
export function noteRefusal(
  company: CompanyContext,
  error: unknown,
  { actor, method, path, requestId }: { actor: Actor; method: string; path: string; requestId: string },
): void {
  if (!(error instanceof Problem) || !REFUSALS.includes(error.code)) return;
  const operation = `${method} ${path.replaceAll(IDS, '/:id')}`;
  const key = `${actorId(actor)} ${operation}`;
  if (company.refusals.has(key)) return;
  company.refusals.set(key, true);
  commit(company, callBy(company, actor, requestId), (call) => {
    call.audit({ action: 'refused', subject: operation, detail: { path, detail: error.message } });
  });
}
