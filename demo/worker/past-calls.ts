/** Calls of past months, reported to the company's object in one go, by the function that answers `POST .../calls`. */
import type { Company } from '../../worker/index.ts';
import { addressRules } from '../../worker/core/engine/context/company-context.ts';
import type { WriteContext } from '../../worker/core/engine/context/request-context.ts';
import { contextOfActor } from '../../worker/core/engine/context/contexts.ts';
import { commit } from '../../worker/core/engine/commit/commit.ts';
import { findUserByEmail } from '../../worker/core/people/users/users.ts';
import { remarkCall } from '../../worker/core/phone/progress/calls.ts';
import { saveReportedCall } from '../../worker/core/phone/progress/reported-calls.ts';
import { NOT_ASKED } from '../../worker/core/phone/transcripts/schema.ts';
import { saveTranscript } from '../../worker/core/phone/transcripts/transcripts.ts';
import { resultOf } from '../../worker/core/phone/calls/results.ts';
import { type CallRecord, callEditSchema, reportedCallSchema } from '../../worker/core/phone/calls/schema.ts';
import type { Env } from '../../worker/env.ts';
import { parse } from '../../worker/shared/http/input.ts';
import { Problem } from '../../worker/shared/http/problems.ts';
import type { PastCall } from '../calls.ts';
import { callLines, voicemailLines } from '../carrier/spoken.ts';
import { DEMO_COMPANY_ID, DEMO_SIGN_IN } from '../company.ts';

/** The object, as the Worker calls it. */
interface KeepsCalls {
  keepCalls(calls: readonly PastCall[]): Promise<void>;
}

/** Keeps past calls, the body, oldest first. @returns how many there are */
export async function keepPastCalls(request: Request, env: Env): Promise<{ calls: number }> {
  const calls = (await request.json()) as PastCall[];
  const company = env.COMPANIES.getByName(DEMO_COMPANY_ID) as unknown as KeepsCalls;
  await company.keepCalls(calls);
  return { calls: calls.length };
}

/**
 * Saves calls and remarks on them, as the demo's super admin. Calls that are there stay, and refused ones are skipped: in a changed
 * demo the number may be gone, or the caller erased.
 */
export function saveCalls(company: Company, env: Env, calls: readonly PastCall[]): void {
  const user = findUserByEmail(company.database, DEMO_SIGN_IN.email);
  if (user === undefined) return;
  commit(company, contextOfActor(company, { kind: 'user', user }), (context) => {
    for (const { report, remarks } of calls) {
      try {
        context.attempt(() => {
          const call = saveReportedCall(context, parse(reportedCallSchema, report), addressRules(env));
          saveSpoken(context, call, report.carrier_call_id);
          if (remarks !== undefined) remarkCall(context, call, parse(callEditSchema, remarks));
        });
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
      }
    }
  });
}

/** Keeps what the other phone system has written down of a call. */
function saveSpoken(context: WriteContext, { callId, outcome, report }: CallRecord, id: string): void {
  const { talkSeconds } = resultOf(report);
  const segments = outcome === 'voicemail' ? voicemailLines(id) : callLines(id, talkSeconds ?? 0);
  if (segments.length === 0) return;
  saveTranscript(context, { ...NOT_ASKED, callId, state: 'done', language: 'en', segments });
}
