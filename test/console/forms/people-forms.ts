/** Forms with which people sign in, choose and invite, and how each is tried. */
import type { FormName } from '../../../console/forms/forms.ts';
import { sendAs } from '../../harness/client.ts';
import { choice, field, type FormRow, type NotTried } from './form-rows.ts';
import { fresh, noteBeside, read } from './neighbours.ts';

export const PEOPLE_FORMS = {
  confirm: { because: 'it has a password and a code, which are not kept' },
  'own-password': { because: 'it has passwords alone, which are not kept; its saving is a test of its own' },
  'own-phone': {
    at: 'people/profile',
    ...field('Your phone'),
    words: ['+15125550141', '+15125550142'],
    submit: 'Save the phone',
    saves: /\/me\/modify$/,
    onLeaving: 'asked',
    neighbour: noteBeside(),
  },
  'new-company': { because: 'nobody is signed in yet; its faults and lost answers are tests of their own' },
  'passkey-name': { because: 'its browser needs an authenticator; that a name is kept is a test of its own' },
  'second-factor-begin': { because: 'it has a password alone, which is not kept' },
  'second-factor-confirm': { because: 'it has a code alone, which is old in half a minute' },
  'second-factor': { because: 'it has a password and a code, which are not kept' },
  'notification-choices': {
    at: 'people/notifications',
    ...choice('Time zone', ['America/Chicago', 'America/Denver']),
    submit: 'Save',
    saves: /\/notifications\/choices$/,
    onLeaving: 'asked',
    neighbour: noteBeside(),
  },
  forgotten: { because: 'there is nobody yet, and an address is quickly typed again' },
  link: { because: 'there is nobody yet; that a link works once is a test of its own' },
  invite: {
    at: 'people/users?over=invite',
    ...field('Name'),
    complete: async (form) =>
      form.getByLabel('E-mail address').fill(`ida.${crypto.randomUUID().slice(0, 8)}@acme.example`),
    submit: 'Invite',
    saves: /\/invitations$/,
    isSecret: true,
    onLeaving: 'asked',
    neighbour: noteBeside(),
  },
  'sign-in': { because: 'there is nobody yet; that one signs in once is a test of its own' },
  user: {
    at: 'people/users?over=user&id=<managerId>',
    ...field('Name'),
    submit: 'Save',
    saves: /\/users\/[^/]+\/modify$/,
    onLeaving: 'asked',
    neighbour: {
      does: ({ superadmin, path, manager }) =>
        sendAs(superadmin, 'POST', `${path}/users/${manager.userId}/modify`, {
          phone: `+1512555${String(2000 + Number(fresh('').trim()))}`,
        }),
      theirs: async (company) =>
        ((await read(company, `${company.path}/users`)) as { user_id: string; phone: string }[]).find(
          ({ user_id: id }) => id === company.manager.userId,
        )?.phone,
      isTold: false,
    },
  },
} satisfies Partial<Record<FormName, FormRow | NotTried>>;
