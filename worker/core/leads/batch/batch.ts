/** Several writes in one request: each is done as by a call of its own, in their order, wholly or not at all. */
import { logFailure } from '../../../shared/log.ts';
import { type Fault, Problem, problemContent } from '../../../shared/http/problems.ts';
import type { Answer } from '../../engine/http/answers.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { problemOfStorage } from '../../engine/commit/commit.ts';
import { readableLead } from '../record/access.ts';
import { readLeadInput } from '../record/lead-input.ts';
import { createLead, modifyLead, upsertLead } from '../editing/leads.ts';
import { readModification } from '../editing/modifications.ts';
import { affected, created, upserted } from '../editing/write-answers.ts';
import type { ProblemBody } from '../problem-answer-schema.ts';
import type { BatchBody, BatchResult, DoneOperation } from './answer-schema.ts';
import type { BatchOperation } from './schema.ts';
import { settingsOf } from '../../company/settings/settings.ts';

/** Faults that are told of one operation. */
const MAX_FAULTS = 20;

/**
 * Does the operations. At first they share one transaction, because one for each copies every page of the database that
 * it writes to. If an operation fails then, all are taken back and done again, each by itself.
 * @param path of the request, for the problems
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
      // Who has no rights on the lead learns nothing about the body, as in a call of its own.
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

/** An operation that breaks in an unforeseen way does not break the others. */
function problemOf(error: unknown, { companyId, requestId }: WriteContext): Problem {
  if (error instanceof Problem) return error;
  const refused = problemOfStorage(error);
  if (refused !== undefined) return refused;
  logFailure({ company_id: companyId, request_id: requestId }, error);
  return new Problem('internal_error', 'The error was logged under this request id.');
}

/** The problem with the pointers of its faults made to lead into the body of the batch. */
function placed({ code, message, errors, members }: Problem, index: number): Problem {
  const place = `/operations/${index}/lead`;
  const told = errors
    .slice(0, MAX_FAULTS)
    .map((fault): Fault => Object.assign({ ...fault }, { pointer: place + (fault.pointer ?? '') }));
  return new Problem(code, message, { errors: told, members });
}
