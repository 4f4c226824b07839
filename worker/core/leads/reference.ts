/** What the references of the operations on leads have in common. */
import type { ProblemCode } from '../../shared/http/problems.ts';

export const LEADS = '/companies/{company}/leads';
export const LEAD = `${LEADS}/{lead}`;

/** What every change of a lead may be refused for. */
export const LEAD_WRITE: readonly ProblemCode[] = ['permission_denied', 'lead_merged', 'precondition_failed'];
