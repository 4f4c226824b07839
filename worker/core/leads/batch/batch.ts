/** Several writes in one request. They run in order, each like a request of its own, completely or not at all. */
import { logFailure } from '../../../shared/log.ts';
import { type Fault, Problem, problemContent } from '../../../shared/http/problems.ts';
import type { Answer } from '../../engine/http/answers.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { problemOfStorage } from '../../engine/commit/commit.ts';
import { readableLead } from '../record/access.ts';
import { readLeadInput } from '../record/lead-input.ts';
import { createLead, modifyLead, upsertLead } from '../editing/lead-writes.ts';
import { readModification } from '../editing/modification-input.ts';
import { affected, created, upserted } from '../editing/write-answers.ts';
import type { ProblemBody } from './problem-answer-schema.ts';
import type { BatchBody, BatchResult, DoneOperation } from './reference.ts';
import type { BatchOperation } from './schema.ts';
import { settingsOf } from '../../company/settings/settings.ts';

/** Most faults in the answer for one operation. */
const MAX_FAULTS = 20;

/**
 * Runs the operations. The first attempt runs all in one transaction, because a transaction for each would copy every page of the
 * database that it writes to. If an operation fails, all are rolled back and each is run again in its own transaction.
 * @param path the path of the request, for the problems
 */
export function runBatch(
  context: WriteContext,
  operations: readonly BatchOperation[],
  path: string,
): BatchBody {
  const results = resultsOf(context, operations, path);
  const failed = results.filter(({ status }) => status !== 200).length;
  return { succeeded: results.length - failed, failed, results };
}

function resultsOf(
  context: WriteContext,
  operations: readonly BatchOperation[],
  path: string,
): BatchResult[] {
  try {
    return context.attempt(() => operations.map((operation) => succeeded(run(context, operation))));
  } catch {
    return operations.map((operation, index) => {
      try {
        return succeeded(context.attempt(() => run(context, operation)));
      } catch (error) {
        const problem = placed(problemOf(error, context), index);
        const content = problemContent(problem, { path, requestId: context.requestId });
        // The members of a problem are those that its code has there.
        return { status: content.status, problem: content as unknown as ProblemBody };
      }
    });
  }
}

function run(context: WriteContext, operation: BatchOperation): Answer {
  const settings = settingsOf(context);
  switch (operation.op) {
    case 'create':
      return created(
        createLead(
          context,
          readLeadInput(settings, operation.lead, { identifierRequired: true, isNew: true }),
        ),
      );
    case 'upsert':
      return upserted(
        upsertLead(context, readLeadInput(settings, operation.lead, { identifierRequired: true })),
      );
    default: {
      const { lead_id: leadId, lead, if_match: ifMatch } = operation;
      // A caller without rights on the lead gets no faults of the body, as in a request of its own.
      readableLead(context, leadId);
      const matched = { ...context, ifMatch };
      return affected(modifyLead(matched, leadId, readModification(matched, leadId, lead)));
    }
  }
}

function succeeded({ body = {} }: Answer): BatchResult {
  // The writes of single leads answer one of these.
  return { status: 200, body: body as DoneOperation['body'] };
}

/** Returns the problem for an error. An unexpected error in one operation must not stop the others. */
function problemOf(error: unknown, { companyId, requestId }: WriteContext): Problem {
  if (error instanceof Problem) return error;
  const refused = problemOfStorage(error);
  if (refused !== undefined) return refused;
  logFailure({ company_id: companyId, request_id: requestId }, error);
  return new Problem(
    'internal_error',
    'Something went wrong here. The error was logged under this request id.',
  );
}

/** Changes the pointers of a problem's faults so that they lead into the body of the batch. */
function placed({ code, message, errors, members }: Problem, index: number): Problem {
  const place = `/operations/${index}/lead`;
  const faults = errors
    .slice(0, MAX_FAULTS)
    .map((fault): Fault => Object.assign({ ...fault }, { pointer: place + (fault.pointer ?? '') }));
  return new Problem(code, message, { errors: faults, members });
}
