// @vitest-environment happy-dom
/** A select field whose options arrive late, or no longer have what is saved. */
import { type ComponentChild, h } from 'preact';
import { expect, test } from 'vitest';
import { signal } from '@preact/signals';
import { SelectField } from '../../../console/forms/fields.tsx';
import { rendered, show, type Shown } from '../rendered.ts';

const option = (value: string, text = value): ComponentChild => h('option', { value }, text);

/** The choices besides the first, which is none. */
const others = signal<readonly string[]>([]);
const Chosen = ({ gone }: { gone?: string }): ComponentChild =>
  h(SelectField, {
    label: 'Location',
    name: '/location_id',
    defaultValue: 'odense',
    ...(gone === undefined ? {} : { gone }),
    children: [option('', 'Any'), ...others.value.map((each) => option(each))],
  });

const fieldIn = ({ find }: Shown): HTMLSelectElement => find.getByLabelText<HTMLSelectElement>('Location');

test.for([
  ['stays chosen', 'Odense (removed)', 'odense'],
  ['is not invented where it is only proposed', undefined, ''],
] as const)('what the options do not have %s', async ([, gone, value]) => {
  others.value = ['aarhus'];
  const shown = await show(h(Chosen, gone === undefined ? {} : { gone }));
  await rendered();

  expect(fieldIn(shown).value).toBe(value);
  expect(fieldIn(shown).options).toHaveLength(value === '' ? 2 : 3);
});

test('what arrives late is chosen under its own name, once', async () => {
  others.value = [];
  const shown = await show(h(Chosen, { gone: 'Odense (removed)' }));
  others.value = ['aarhus', 'odense'];
  await rendered();
  await rendered();
  const field = fieldIn(shown);

  expect(field.selectedOptions[0]?.textContent).toBe('odense');
  expect([...field.options].map(({ value }) => value)).toEqual(['', 'aarhus', 'odense']);
});

test('a choice of the user stays whatever arrives', async () => {
  others.value = ['aarhus'];
  const shown = await show(h(Chosen, { gone: 'Odense (removed)' }));
  await rendered();
  await shown.user.selectOptions(fieldIn(shown), 'aarhus');
  others.value = ['aarhus', 'odense'];
  await rendered();

  expect(fieldIn(shown).value).toBe('aarhus');
});

test('a field whose value a form holds is not emptied', async () => {
  const shown = await show(
    h(SelectField, {
      label: 'Location',
      name: '/every',
      value: 'week',
      children: [option('', 'Not at all'), option('week')],
    }),
  );
  await rendered();

  expect(fieldIn(shown).value).toBe('week');
});
