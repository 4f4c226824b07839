/** The answers about forms. */
import * as v from 'valibot';
import { copied, id, named, time } from '../../../shared/reference/answers.ts';
import { attributionEntries, callVisit } from '../calls/answer-schema.ts';
import { onTimeline } from '../../leads/timeline/changes-answer-schema.ts';
import { SPAM_REASONS } from '../../../shared/contact/outcomes.ts';

const text = v.string();

/** A form that a visitor has sent. Its answers are in its event. */
export const formAnswer = named(
  'Form',
  v.strictObject({
    form_id: id,
    form: text,
    page: v.nullable(text),
    number: v.nullable(text),
    source: text,
    sent_at: time,
    confirmed: v.boolean(),
    spam: v.array(v.picklist(SPAM_REASONS)),
    lead_id: v.nullable(id),
    visit: v.nullable(callVisit),
    attribution: v.strictObject(attributionEntries),
    modified_at: time,
  }),
);
export type FormBody = v.InferOutput<typeof formAnswer>;

/** A form in the copy of a person's data. */
export const copiedForm = copied('forms', formAnswer);

const changedForm = {
  ...onTimeline,
  form_id: id,
  page: v.exactOptional(v.nullable(text)),
  spam: v.exactOptional(v.array(v.picklist(SPAM_REASONS))),
  form: v.exactOptional(formAnswer),
};

/** The data of changes of forms. */
export const formChanges = { 'form.received': changedForm, 'form.changed': changedForm };
