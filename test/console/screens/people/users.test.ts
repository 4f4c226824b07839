// @vitest-environment happy-dom
/** The users of a company: the list, and the form of one of them. */
import { h } from 'preact';
import { expect, test } from 'vitest';
import { UserForm } from '../../../../console/screens/people/user-form.tsx';
import { UserList } from '../../../../console/screens/people/user-list.tsx';
import { refusal, show } from '../../rendered.ts';

const NIA = {
  user_id: '00000000-0000-4000-8000-000000000001',
  name: 'Nia Néw',
  email: 'nia@example.com',
  role_id: 'agent',
  group_id: 'sales',
  company_id: '00000000-0000-4000-8000-000000000002',
  phone: '',
  caller_id_name: '',
  tracking_number: '',
  auto_assignable: true,
  notify_reminders_by_sms: false,
  is_suspended: false,
} as const;
const ANSWERS = {
  'GET /users': [NIA],
  'GET /lead_settings/groups': [{ id: 'sales', label: 'Sales' }],
  'GET /availability': { away: [] },
  'GET /second_factors': [],
};

test('users who may not change people see them, without the controls to change them', async () => {
  const { find } = await show(h(UserList, {}), {
    at: 'people/users?over=user',
    user: { role_id: 'agent' },
    answers: ANSWERS,
  });

  await find.findByText('Nia Néw');
  expect(find.queryByRole('link')).toBeNull();
  expect(find.queryByRole('dialog')).toBeNull();
});

test('errors of a user stand at their fields, and the first one has the focus', async () => {
  const { find, user } = await show(h(UserForm, { person: undefined }), {
    answers: {
      ...ANSWERS,
      'POST /users': refusal(400, 'invalid_input', 'Check the fields.', [
        { pointer: '/email', detail: 'Write an e-mail address.' },
        { pointer: '/password', detail: 'Write at least 10 characters.' },
      ]),
    },
  });
  await user.type(find.getByLabelText('Name'), 'Nia{Enter}');

  const email = find.getByLabelText('E-mail address');
  await expect.poll(() => document.activeElement).toBe(email);
  expect(email.getAttribute('aria-describedby')).toBe(email.closest('.field')?.querySelector('div')?.id);
  expect(find.getByRole('alert').textContent).toContain('Write at least 10 characters.');
});

test.for([
  ['', [{ id: 'sales', label: 'Sales' }]],
  [', also before the groups are there', new Promise(() => undefined)],
] as const)('only what was changed of a user is sent%s', async ([, groups]) => {
  const { find, user, requests } = await show(h(UserForm, { person: { ...NIA } }), {
    answers: {
      ...ANSWERS,
      'GET /lead_settings/groups': () => groups,
      [`POST /users/${NIA.user_id}/modify`]: {},
    },
  });
  await user.selectOptions(find.getByLabelText('Role'), 'manager');
  await user.click(find.getByLabelText('Inactive: cannot sign in'));
  await user.click(find.getByRole('button', { name: 'Save' }));

  await expect
    .poll(() => requests.find(({ method }) => method === 'POST')?.body)
    .toEqual({ role_id: 'manager', is_suspended: true });
});
