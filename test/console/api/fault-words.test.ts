// @vitest-environment happy-dom
/** What is wrong with a form is said in a person's words, beside the field and on top. */
import { globSync } from 'node:fs';
import { type ComponentChild, h } from 'preact';
import type * as v from 'valibot';
import { expect, test } from 'vitest';
import { ask, type ProblemDocument } from '../../../console/api/api.ts';
import { inWords } from '../../../console/api/fault-words.ts';
import { BareField, FieldGroup, Form, TextAreaField, TextField } from '../../../console/forms/fields.tsx';
import { useSaving } from '../../../console/forms/saving.ts';
import { examine } from '../../../worker/shared/http/input.ts';
import { show, type Shown } from '../rendered.ts';

/** Words of the validator, and names of members. */
const OF_PROGRAMS = /\bInvalid \w+:|\bExpected .* but received\b|^"|is not a known member|\bundefined\b/;

const problem = (details: readonly string[]): Pick<ProblemDocument, 'detail' | 'errors'> =>
  inWords({
    code: 'invalid_parameter',
    title: 'Invalid',
    detail: details.length === 1 ? String(details[0]) : `${details.length} things are wrong; see errors.`,
    status: 400,
    errors: details.map((detail) => ({
      pointer: '/opening_hours/1/from',
      code: 'invalid_parameter',
      detail,
    })),
  });

/** Values that some schema refuses. */
const ODD: readonly unknown[] = [
  '',
  ' ',
  'x'.repeat(5_000),
  'odd',
  null,
  true,
  -1,
  1.5,
  1e12,
  [],
  ['odd'],
  {},
  { odd: 1 },
];

/** The exported schemas of all bodies of the API. */
async function allSchemas(): Promise<[name: string, schema: v.GenericSchema, entries: string[]][]> {
  const modules = await Promise.all(
    globSync('worker/**/schema.ts').map(async (file): Promise<[string, object]> => [
      file,
      (await import(/* @vite-ignore */ `../../../${file}`)) as object,
    ]),
  );
  return modules.flatMap(([file, module]) =>
    Object.entries(module).flatMap(([name, schema]) => {
      const { type, entries = {} } = Object(schema) as { type?: string; entries?: object };
      return type === 'strict_object'
        ? [
            [`${file} ${name}`, schema as v.GenericSchema, Object.keys(entries)] as [
              string,
              v.GenericSchema,
              string[],
            ],
          ]
        : [];
    }),
  );
}

test('no body of the API is refused in the words of its validator', async () => {
  const schemas = await allSchemas();
  const details = new Set<string>();
  for (const [, schema, entries] of schemas) {
    const bodies = [
      {},
      { unknown_member: 1 },
      ...entries.flatMap((name) => ODD.map((value) => ({ [name]: value }))),
    ];
    for (const body of bodies) for (const { detail } of examine(schema, body).faults) details.add(detail);
  }

  expect(schemas.length).toBeGreaterThan(40);
  expect(details.size).toBeGreaterThan(100);
  const words = [...details].flatMap((detail) => problem([detail]).errors ?? []).map(({ detail }) => detail);
  expect(words.filter((text) => OF_PROGRAMS.test(text))).toEqual([]);
});

test.for([
  ['"name" is required.', 'Fill this in.'],
  ['"name": Invalid length: Expected >=1 but received 0', 'Fill this in.'],
  ['"name": Invalid length: Expected !0 but received 0', 'Fill this in.'],
  ['"name": Invalid type: Expected string but received null', 'Fill this in.'],
  ['"name": Invalid code points: Expected <=200 but received 201', 'Enter at most 200 characters.'],
  ['"password": Invalid length: Expected >=12 but received 3', 'At least 12.'],
  ['"days": Invalid value: Expected >=1 but received 0', 'At least 1.'],
  ['"days": Invalid value: Expected <=365 but received 1000', 'At most 365.'],
  ['"days": Invalid integer: Received 1.5', 'Enter a whole number.'],
  ['"days": Invalid type: Expected number but received "x"', 'Enter a number.'],
  ['"email": Invalid email: Received "x"', 'Enter an e-mail address.'],
  ['"url": Invalid URL: Received "x"', 'Enter a web address, such as https://example.com.'],
  ['"role": Invalid type: Expected ("agent" | "manager") but received "x"', 'Choose one of the list.'],
  ['"code": Invalid format: Expected /^a$/ but received "x"', 'This is not valid.'],
  ['"value": Write {unit, value}, or "lead".', 'Enter an amount and its currency.'],
  ['"message": Write something.', 'Write something.'],
  ['The number is taken: by "Acme".', 'The number is taken: by "Acme".'],
] as const)('%s is said as: %s', ([detail, words]) => {
  expect(problem([detail]).errors?.[0]?.detail).toBe(words);
  expect(problem([detail]).detail).toBe(`Opening hours, from: ${words}`);
});

function Tried({ children, body }: { children: ComponentChild[]; body: unknown }): ComponentChild {
  const { error, save } = useSaving(async () => {
    await ask('/me', { method: 'POST', body });
  });
  return h(
    Form,
    { name: 'user', error, onSubmit: () => save(), children: undefined },
    ...children,
    h('button', { type: 'submit' }, 'Save'),
  );
}

/** Shows a form with fields, and saves it: its values are refused. */
async function refused(
  children: ComponentChild[],
  errors: readonly { pointer: string; code: string; detail: string }[],
  body: unknown = {},
): Promise<Shown> {
  const document = {
    code: 'invalid_parameter',
    title: 'Invalid',
    detail: `${errors.length} things are wrong.`,
    status: 400,
    errors,
  };
  const shown = await show(h(Tried, { children, body }), {
    answers: { 'POST /me': () => Response.json(document, { status: 400 }) },
  });
  await shown.user.click(shown.find.getByText('Save'));
  await shown.find.findByText(`${errors.length} entries have to be corrected.`);
  return shown;
}

function linesOf({ find }: Shown): (string | null)[] {
  return find.getAllByRole('listitem').map(({ textContent }) => textContent);
}

test('a refusal stands beside its field, which has the focus, and on top with the label of the field, or the name of the value without one', async () => {
  const shown = await refused(
    [h(TextField, { label: 'Full name', name: '/name' }), h(TextField, { label: 'Phone', name: '/phone' })],
    [
      { pointer: '/name', code: 'missing_parameter', detail: '"name" is required.' },
      { pointer: '/time_zone', code: 'missing_parameter', detail: '"time_zone" is required.' },
      { pointer: '/phone', code: 'invalid_phone', detail: 'This is no phone number.' },
    ],
  );

  const { find } = shown;
  const name = find.getByLabelText('Full name');
  expect(name.parentElement?.textContent).toBe('Full nameFill this in.');
  await expect.poll(() => globalThis.document.activeElement).toBe(name);
  expect(find.getByLabelText('Phone').parentElement?.textContent).toBe('PhoneThis is no phone number.');
  expect(linesOf(shown)).toEqual([
    'Full name: Fill this in.',
    'Time zone: Fill this in.',
    'This is no phone number.',
  ]);
});

test('of fields that share a name, the label is that of the entry, or of the group that they make up', async () => {
  const radio = (value: string): ComponentChild =>
    h('label', {}, h('input', { type: 'radio', name: '/when', value }), value);
  const shown = await refused(
    [
      h(BareField, { label: 'Tag 1', name: '/tags' }),
      h(BareField, { label: 'Tag 2', name: '/tags' }),
      h(FieldGroup, { label: 'Time', name: '/time', children: [radio('Now'), radio('Later')] }),
    ],
    [
      { pointer: '/tags/1', code: 'missing_parameter', detail: '"1" is required.' },
      { pointer: '/when', code: 'missing_parameter', detail: '"when" is required.' },
    ],
  );

  expect(linesOf(shown)).toEqual(['Tag 2: Fill this in.', 'Time: Fill this in.']);
});

test('of several wrong entries that are typed into one field, each is named; a field of its own needs no name', async () => {
  const shown = await refused(
    [
      h(TextAreaField, { label: 'Other people', name: '/schedule/emails' }),
      h(TextField, { label: 'Phone', name: '/phones/0' }),
    ],
    [
      {
        pointer: '/schedule/emails/0',
        code: 'invalid_parameter',
        detail: '"0": Invalid email: Received "jo@"',
      },
      {
        pointer: '/schedule/emails/2',
        code: 'invalid_parameter',
        detail: '"2": Invalid email: Received "al"',
      },
      { pointer: '/phones/0', code: 'invalid_phone', detail: 'This is no phone number.' },
    ],
    { schedule: { emails: ['jo@', 'sue@acme.test', 'al'] }, phones: ['12'] },
  );

  const { find } = shown;
  expect(find.getByLabelText('Other people').parentElement?.textContent).toBe(
    'Other people“jo@”: Enter an e-mail address.“al”: Enter an e-mail address.',
  );
  expect(find.getByLabelText('Phone').parentElement?.textContent).toBe('PhoneThis is no phone number.');
  expect(linesOf(shown)).toEqual([
    'Other people: Enter an e-mail address.',
    'Other people: Enter an e-mail address.',
    'This is no phone number.',
  ]);
});
