/** The answers of reports. */
import * as v from 'valibot';
import { count, named } from '../../../shared/reference/answers.ts';
import { foundLeadAnswer } from '../../leads/record/answer-schema.ts';
import { formAnswer } from '../../phone/forms/answer-schema.ts';
import { messageAnswer } from '../../phone/messages/reference.ts';
import { DIMENSIONS, METRIC_NAMES, MODELS, PARTS, UNITS } from '../counting/definitions.ts';

const text = v.string();
const day = v.pipe(text, v.isoDate());
/** The figures by metric; null if a figure is unknown or undefined, as a rate of nothing. */
const figures = v.record(v.picklist(METRIC_NAMES), v.nullable(v.number()));

/** A report. */
export const reportAnswer = named(
  'Report',
  v.strictObject({
    from: day,
    to: day,
    time_zone: text,
    model: v.picklist(MODELS),
    by: v.array(v.picklist(DIMENSIONS)),
    metrics: v.array(
      v.strictObject({
        name: v.picklist(METRIC_NAMES),
        unit: v.picklist(UNITS),
        currency: v.nullable(text),
        list: v.nullable(v.picklist(['calls', 'texts', 'forms', 'leads'])),
        only: v.nullable(v.picklist(PARTS)),
      }),
    ),
    totals: figures,
    link: text,
    compared: v.nullable(v.strictObject({ from: day, to: day, totals: figures, link: text })),
    rows: v.array(
      v.strictObject({
        by: v.array(v.strictObject({ value: v.nullable(text), label: text })),
        values: figures,
        compared: v.nullable(figures),
        link: text,
      }),
    ),
    more: count,
    notes: v.array(text),
  }),
);
export type ReportBody = v.InferOutput<typeof reportAnswer>;
export type ReportFigures = v.InferOutput<typeof figures>;

/** A page of the messages behind a cell. */
export const messagesBehindAnswer = v.strictObject({
  texts: v.array(messageAnswer),
  next_cursor: v.exactOptional(text),
});
export type MessagesBehind = v.InferOutput<typeof messagesBehindAnswer>;

/** A page of the forms behind a cell. */
export const formsBehindAnswer = v.strictObject({
  forms: v.array(formAnswer),
  next_cursor: v.exactOptional(text),
});
export type FormsBehind = v.InferOutput<typeof formsBehindAnswer>;

/** A page of the leads behind a cell. */
export const leadsBehindAnswer = v.strictObject({
  leads: v.array(foundLeadAnswer),
  next_cursor: v.exactOptional(text),
});
export type LeadsBehind = v.InferOutput<typeof leadsBehindAnswer>;
