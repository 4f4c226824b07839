/** The stream of changes and the audit log. */
import { auditAnswer } from './answer-schema.ts';
import { auditQuerySchema } from '../context/audit-schema.ts';
import { changesQuerySchema } from '../context/stream-schema.ts';
import { ref, operationsOf, type Operation } from '../../../shared/reference/operation.ts';

const COMPANY = '/companies/{company}';
const changes = operationsOf('Changes', 'user');
const audit = operationsOf('Audit log', 'user');

export const LOG_OPERATIONS: readonly Operation[] = [
  changes({
    name: 'listChanges',
    method: 'GET',
    path: `${COMPANY}/changes`,
    summary: 'The changes after a position, in order (super admin)',
    description:
      'Continue from next, also when the page is empty. Changes are kept for 30 days, the newest 1,000,000 of them; a position before that is 410 and says where to start again.',
    query: changesQuerySchema,
    answer: ref('ChangePage'),
    golden: 'stream/changes',
    problems: ['permission_denied', 'position_too_old'],
  }),
  audit({
    name: 'listAuditEntries',
    method: 'GET',
    path: `${COMPANY}/audit`,
    summary: 'Who did what, the newest first (super admin)',
    description: 'Kept for a year. Secrets, passwords and tokens are not in it.',
    query: auditQuerySchema,
    answer: auditAnswer,
    golden: 'stream/audit',
    problems: ['permission_denied'],
  }),
];
