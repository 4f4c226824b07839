/** Additions to the schemas that these cannot express, by the names of meanings.yml. */
import { RANGE_NAMES } from '../../worker/core/engine/times/relative-ranges.ts';
import { writeCursor as writeReminderCursor } from '../../worker/core/leads/reminders/schema.ts';
import { writeCursor } from '../../worker/core/leads/timeline/schema.ts';
import { MAX_VISITS } from '../../worker/edge/settings/test-visits.ts';
import { arrayOf, id, type JsonSchema, jsonText, ref } from '../../worker/shared/reference/operation.ts';

const EVENT_CURSOR = writeCursor({
  eventTime: 1_767_323_045_678,
  eventId: '00000000-0000-4000-8000-000000000001',
});
const REMINDER_CURSOR = writeReminderCursor({
  dueTime: '2026-01-02T03:04:05.678Z',
  eventId: '00000000-0000-4000-8000-000000000001',
});
const rangeName: JsonSchema = {
  pattern: `^(?:${RANGE_NAMES.join('|').replaceAll('_N_', '_\\d{1,3}_')})$`,
  examples: ['last_7_days'],
};

/** Ranges of whole days. */
const dayRangeName: JsonSchema = {
  pattern: `^(?:${RANGE_NAMES.filter((name) => !name.includes('hour'))
    .join('|')
    .replaceAll('_N_', '_\\d{1,3}_')})$`,
  examples: ['last_7_days'],
};

/** A date, or a date and a time with or without an offset. */
const momentOrDate: JsonSchema = { pattern: '^\\d{4}-\\d{2}-\\d{2}(?:[Tt ]|$)', examples: ['2026-01-02'] };
const timeZone: JsonSchema = { pattern: '^[A-Za-z][\\w+/-]*$', examples: ['America/Chicago'] };
const postalCode: JsonSchema = {
  pattern: '^(?:\\d{5}(?:-?\\d{4})?|[A-Za-z]\\d[A-Za-z](?:[ -]?\\d[A-Za-z]\\d)?)$',
  examples: ['78701', 'M5V'],
};
const names: JsonSchema = { examples: ['name,emails'] };
const searchText: JsonSchema = { minLength: 3, maxLength: 200, examples: ['ann lee'] };
const walkCursor: JsonSchema = { examples: ['first'] };
const triedVisits = jsonText({ ...arrayOf(ref('TestVisit')), maxItems: MAX_VISITS });

/** The writes to the DNI settings, which have a dry run with test visits. */
const WITH_DRY_RUN = ['DniSettings', 'Location', 'TrackingNumber'].flatMap((name) =>
  ['replace', 'patch', 'remove'].map((verb) => `${verb}${name}.visits`),
);

export const OVERLAYS: Record<string, JsonSchema> = {
  ...Object.fromEntries(
    WITH_DRY_RUN.filter((name) => name !== 'removeDniSettings.visits').map((name) => [name, triedVisits]),
  ),
  'listRecentLeads.from': momentOrDate,
  'listRecentLeads.to': momentOrDate,
  created_from: momentOrDate,
  created_to: momentOrDate,
  tz: timeZone,
  'getAmpConfig.zip': postalCode,
  'previewDecision.zip': postalCode,
  'previewDecision.ip': {
    anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }],
    examples: ['203.0.113.7', '2001:db8::7'],
  },
  'listLeadsByIds.fields': names,
  'listRecentLeads.fields': names,
  'getSmartView.fields': names,
  'getLead.fields': names,
  q: searchText,
  user_scope: { format: 'email' },
  'searchLeads.search_fields': { examples: ['city'] },
  'exportLeads.search_fields': { examples: ['city'] },
  'exportLeads.smart_view_id': { format: 'uuid' },
  'listEvents.cursor': { pattern: '^[\\w-]+$', examples: [EVENT_CURSOR] },
  'listReminders.assigned_to': { anyOf: [{ enum: ['me', 'none'] }, { format: 'uuid' }], examples: ['me'] },
  'listReminders.cursor': { pattern: '^[\\w-]+$', examples: [REMINDER_CURSOR] },
  'listCalls.cursor': { examples: ['1767323045678-12'] },
  'searchLeads.cursor': walkCursor,
  'getSmartView.cursor': walkCursor,
  'listChanges.after': { examples: ['0', 'now'] },
  'listSamples.events': {
    pattern: '^(?:\\*|[a-z]+\\.(?:[a-z]+|\\*))(?:,(?:\\*|[a-z]+\\.(?:[a-z]+|\\*)))*$',
    examples: ['lead.created', 'call.completed,lead.*'],
  },
  'listChanges.types': {
    pattern: '^(?:[a-z]+\\.[a-z]+)?(?:,[a-z]+\\.[a-z]+)*$',
    examples: ['lead.created,lead.changed'],
  },
  relative: rangeName,
  created_relative: rangeName,
  ...Object.fromEntries(
    [
      'runReport',
      'listCallsForReport',
      'listTextsForReport',
      'listFormsForReport',
      'listLeadsForReport',
    ].flatMap((name) => [
      [`${name}.relative`, dayRangeName],
      [`${name}.include`, { examples: ['spam,not_a_lead'] }],
      [`${name}.hour`, { examples: ['9', '23'] }],
    ]),
  ),
  'searchAvailableNumbers.country': { examples: ['US', 'CA'] },
  'searchAvailableNumbers.contains': { examples: ['HEAT', '55*0'] },
  'listCallsForReport.cursor': { examples: ['1767323045-12'] },
  'listTextsForReport.cursor': { examples: ['1767323045-12'] },
  'listFormsForReport.cursor': { examples: ['1767323045-12'] },
  'listLeadsForReport.cursor': { examples: ['1767323045-12'] },
  'runReport.metrics': { examples: ['calls,missed'] },
  'runReport.by': { examples: ['source,weekday'] },
  'runReport.sort': { examples: ['-calls'] },
  'getSmartView.filters': jsonText(ref('Filters')),
  'getSmartView.sort': jsonText(ref('Sort')),
  'exportLeads.filters': jsonText(ref('Filters')),
  'exportLeads.sort': jsonText(ref('Sort')),
  'RunLeadBatchBody.operations.lead': ref('LeadInput'),
  'StartBulkOperationBody.filters': ref('Filters'),
  'listLeadsByIds.ids': jsonText({ ...arrayOf(id), maxItems: 100 }),
  'importLeads.mapping': jsonText({ type: 'object', additionalProperties: { type: ['string', 'null'] } }),
  'LeadInput.lead_fields': { anyOf: [ref('GivenFieldValues'), { type: 'null' }] },
  'ModifyLeadBody.lead_fields': { anyOf: [ref('GivenFieldValues'), { type: 'null' }] },
  'ImportLeadHistoryBody.leads.lead': ref('LeadInput'),
  'SearchFacetsBody.filters': { anyOf: [ref('Filters'), { type: 'null' }] },
  'CreateSmartViewBody.filters': { anyOf: [ref('Filters'), { type: 'null' }] },
  'CreateSmartViewBody.sort': { anyOf: [ref('Sort'), { type: 'null' }] },
  'ModifySmartViewBody.filters': { anyOf: [ref('Filters'), { type: 'null' }] },
  'ModifySmartViewBody.sort': { anyOf: [ref('Sort'), { type: 'null' }] },
  'DniLocation.hours': arrayOf(ref('OpeningHours')),
  'DniLocation.latitude': { type: 'string', anyOf: undefined },
  'DniLocation.longitude': { type: 'string', anyOf: undefined },
};
