/** The shapes of what search and smart views answer. */
import { arrayOf, count, exactly, flag, id, type JsonSchema, text, time } from './operation.ts';

const object: JsonSchema = { type: 'object' };

/** @param summary the members of a lead in lists */
export function findingComponents(summary: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return {
    ViewLead: exactly({
      ...summary,
      'user_assigned_to?': id,
      allow_unmerge: flag,
      location_names: arrayOf(text),
    }),
    SearchHit: exactly({
      search_field_name: text,
      field_name: text,
      field_value: text,
      'name?': text,
      'phone?': text,
      'email?': text,
      lead_id: id,
      'user_assigned_to?': id,
      lead_modification_time: time,
    }),
    SmartView: exactly({ name: text, smart_view_id: id, filters: object, sort: object }),
    Facet: exactly({
      id: text,
      display_name: text,
      short_display_name: text,
      facet_type: { const: 'terms' },
      total_available_facets: { ...count, description: 'Distinct values.' },
      total_facet_count: { ...count, description: 'The sum of their counts.' },
      values: arrayOf(exactly({ id: text, display_name: text, count, selected: flag })),
      'not_counted?': {
        const: 'too_many_values',
        description:
          'The leads have more distinct values than are counted: there are no values, and no counts.',
      },
    }),
  };
}
