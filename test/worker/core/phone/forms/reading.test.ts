/** The person in a form: of many builders, in many languages, with their number in several fields. */
import { expect, test } from 'vitest';
import { readForm } from '../../../../../worker/core/phone/forms/reading.ts';
import { FORMS_OF_LANGUAGES } from './forms-of-languages.ts';
import { SENT_FORMS } from './sent-forms.ts';

const FORMS = [...SENT_FORMS, ...FORMS_OF_LANGUAGES];

test('the table has forms of many builders and languages', () => {
  expect(FORMS.length).toBeGreaterThanOrEqual(40);
});

test.for(FORMS.map((form) => [form.what, form] as const))('%s', ([, form]) => {
  const fields = form.fields.map(([label, value, name = '', type = 'text', autocomplete = '']) => ({
    label,
    value,
    type,
    autocomplete,
    name,
  }));

  const { email, phone, extension, name, answers } = readForm(fields, form.region ?? 'US');

  expect({ email, phone, extension, name, answers: answers.map(({ value }) => value) }).toEqual({
    email: form.email,
    phone: form.phone,
    extension: form.extension,
    name: form.name,
    answers: form.answers ?? [],
  });
});
