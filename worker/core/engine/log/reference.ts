/** Reference of the stream of changes and the audit log. */
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
      'Continue from next, even if the page is empty. The newest 1,000,000 changes are kept for 30 days; an earlier position is refused with 410 and the position to start from.',
    query: changesQuerySchema,
    answer: ref('ChangePage'),
    golden: 'stream/changes',
    problems: ['permission_denied', 'position_too_old'],
  }),
  audit({
    name: 'listAuditEntries',
    method: 'GET',
    path: `${COMPANY}/audit`,
    summary: 'The audit log: actors and their actions, newest first (super admin)',
    description: 'Kept for a year. Secrets, passwords and tokens are not in it.',
    query: auditQuerySchema,
    answer: auditAnswer,
    golden: 'stream/audit',
    problems: ['permission_denied'],
  }),
];
