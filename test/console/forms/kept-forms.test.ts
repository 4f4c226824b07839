// @vitest-environment happy-dom
/** Forms whose contents are quickly typed again: when somebody is writing in one, so that letters are no shortcuts. */
import { h } from 'preact';
import { expect, test } from 'vitest';
import { CheckField, Form, TextField } from '../../../console/forms/fields.tsx';
import { isEditing } from '../../../console/typed/typed.ts';
import { show, typed } from '../rendered.ts';

test('what is for password managers is not typed, and neither is a box', async () => {
  const { find, user } = await show(
    h(Form, {
      name: 'own-password',
      isKept: true,
      error: undefined,
      onSubmit: () => undefined,
      children: [
        h('input', { hidden: true, type: 'email', value: 'sue@example.com', readOnly: true }),
        h(CheckField, { label: 'Box', name: '/box' }),
        h(TextField, { label: 'Password', name: '/password' }),
      ],
    }),
  );
  expect(isEditing()).toBe(false);

  await typed(user, find.getByLabelText('Password'), 'n');
  expect(isEditing()).toBe(true);
});
