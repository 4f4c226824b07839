/** Answers of smart views. */
import * as v from 'valibot';
import { count, id, named } from '../../../../shared/reference/answers.ts';
import { leadMatch } from '../search/reference.ts';
import { selectableEntries } from '../../record/answer-schema.ts';

const bound = v.exactOptional(v.union([v.string(), v.number(), v.null()]));
const filterRange = named('FilterRange', v.strictObject({ from: bound, to: bound }));
const filter = named(
  'Filter',
  v.union([v.array(v.string()), v.string(), filterRange, v.strictObject({ contains: v.string() })]),
);
/** Filters, in the form that `readFilters` reads. */
const filters = named('Filters', v.record(v.string(), v.union([filter, v.strictObject({ not: filter })])));
/** A sort, in the form that `readSort` reads. */
const sort = named(
  'Sort',
  v.pipe(v.record(v.string(), v.strictObject({ order: v.picklist(['asc', 'desc']) })), v.maxEntries(3)),
);

/** A view with its definition. */
export const smartViewAnswer = named(
  'SmartView',
  v.strictObject({ name: v.string(), smart_view_id: id, filters, sort }),
);
export type SmartViewBody = v.InferOutput<typeof smartViewAnswer>;

/** An entry of the list of views. */
export const smartViewNameAnswer = named(
  'SmartViewName',
  v.strictObject({ name: v.string(), smart_view_id: id }),
);
export type SmartViewName = v.InferOutput<typeof smartViewNameAnswer>;

/** A value of a facet with the number of leads that have it. */
const facetValue = v.strictObject({
  id: v.string(),
  display_name: v.string(),
  count,
  selected: v.boolean(),
});
export type FacetValue = v.InferOutput<typeof facetValue>;

export const facetAnswer = named(
  'Facet',
  v.strictObject({
    id: v.string(),
    display_name: v.string(),
    short_display_name: v.string(),
    facet_type: v.literal('terms'),
    /** The number of distinct values. */
    total_available_facets: count,
    /** The sum of their counts. */
    total_facet_count: count,
    values: v.array(facetValue),
    /** The reason why values and counts are absent: the leads have too many distinct values. */
    not_counted: v.exactOptional(v.literal('too_many_values')),
  }),
);
export type FacetBody = v.InferOutput<typeof facetAnswer>;

/** A lead in a smart view. */
const viewLead = named(
  'ViewLead',
  v.strictObject({
    ...selectableEntries,
    location_names: v.array(v.string()),
    /** With `q`: the best matching value of the lead. */
    match: v.exactOptional(leadMatch),
  }),
);
export type ViewLead = v.InferOutput<typeof viewLead>;

/** The leads and facets of a view. `count` includes leads that are not listed. */
export const viewAnswer = v.strictObject({
  count,
  /** The order of the leads. Empty if the best matches come first, or with a cursor the newest leads. */
  sort,
  leads: v.array(viewLead),
  facets: v.array(facetAnswer),
  /** With a cursor: the cursor of the next page, absent on the last one. */
  next_cursor: v.exactOptional(v.string()),
});
export type ViewAnswer = v.InferOutput<typeof viewAnswer>;
