/** Reference of saved reports. */
import * as v from 'valibot';
import type { ProblemCode } from '../../../shared/http/problems.ts';
import { operationsOf, type Operation } from '../../../shared/reference/operation.ts';
import { savedReportAnswer } from './answer-schema.ts';
import { newReportSchema, reportChangeSchema } from './schema.ts';

const SAVED = '/companies/{company}/reports/saved';
const REPORT = `${SAVED}/{report}`;
const DEFINITION: readonly ProblemCode[] = ['permission_denied', 'unknown_range', 'reversed_range'];

const reports = operationsOf('Calls', 'user');

export const SAVED_REPORT_OPERATIONS: readonly Operation[] = [
  reports({
    name: 'listSavedReports',
    method: 'GET',
    path: SAVED,
    summary: 'The caller’s saved reports and the shared ones, by name',
    description: 'For managers and super admins.',
    answer: v.array(savedReportAnswer),
    golden: 'reports/saved',
    problems: ['permission_denied'],
  }),
  reports({
    name: 'createSavedReport',
    method: 'POST',
    path: SAVED,
    summary: 'Save a report under a name',
    description:
      'For managers and super admins. `query` has the parameters of `reports/query`, and is checked like it. A report that is not shared is its owner’s alone; what a key of the company saves has to be shared. At most 500 in a company. With a `schedule`, the report is made every day, on a weekday, or on a day of the month (the last day of shorter ones), at an hour of the company’s zone: webhooks get `report.ready` with the result, and the users notifications. After a pause of the company only the last due report is made. At most 20 schedules in a company.',
    body: newReportSchema,
    answer: savedReportAnswer,
    versioned: true,
    golden: 'reports/save-report',
    problems: [...DEFINITION, 'too_many_values', 'unknown_user'],
  }),
  reports({
    name: 'getSavedReport',
    method: 'GET',
    path: REPORT,
    summary: 'A saved report',
    answer: savedReportAnswer,
    versioned: true,
    golden: 'reports/saved-report',
    problems: ['permission_denied'],
  }),
  reports({
    name: 'modifySavedReport',
    method: 'POST',
    path: `${REPORT}/modify`,
    summary: 'Change the members of a saved report that the body names',
    description:
      'A shared report is changed by any manager; only its owner ends the sharing. `schedule` null ends the schedule.',
    body: reportChangeSchema,
    answer: savedReportAnswer,
    versioned: true,
    golden: 'reports/modify-report',
    problems: [...DEFINITION, 'precondition_failed', 'too_many_values', 'unknown_user'],
  }),
  reports({
    name: 'removeSavedReport',
    method: 'POST',
    path: `${REPORT}/remove`,
    summary: 'Remove a saved report; the answer is the removed report',
    answer: savedReportAnswer,
    versioned: true,
    golden: 'reports/remove-report',
    problems: ['permission_denied', 'precondition_failed'],
  }),
];
