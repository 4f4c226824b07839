/** Constants that the references of the operations on leads share. */
import type { ProblemCode } from '../../shared/http/problems.ts';

export const LEADS = '/companies/{company}/leads';
export const LEAD = `${LEADS}/{lead}`;

/** The codes with which every change of a lead may be refused. */
export const LEAD_WRITE: readonly ProblemCode[] = ['permission_denied', 'lead_merged', 'precondition_failed'];
