/** What the schemas that validate requests cannot say, by the names of meanings.yml. */
import { RANGE_NAMES } from '../../worker/core/times/relative-ranges.ts';
import { arrayOf, id, type JsonSchema, jsonText, ref } from './operation.ts';

const rangeName: JsonSchema = {
  pattern: `^(?:${RANGE_NAMES.join('|').replaceAll('_N_', '_\\d{1,3}_')})$`,
  examples: ['last_7_days'],
};

export const OVERLAYS: Record<string, JsonSchema> = {
  relative: rangeName,
  created_relative: rangeName,
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
