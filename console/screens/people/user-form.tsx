/** The form of a user: name, address, phone, role, group, password. */
import type { VNode } from 'preact';
import { ask } from '../../api/api.ts';
import { companyPath, type Person, useGroups } from '../../api/company.ts';
import { Dialog } from '../../components/over/dialog.tsx';
import { CheckField, Form, Options, SelectField, Submit, TextField } from '../../forms/fields.tsx';
import { passwordIn, valuesOf } from '../../forms/form-values.ts';
import { NewPassword } from '../../forms/new-password.tsx';
import { NO_VERSION, useMembers } from '../../forms/save-members.ts';
import { useSaving } from '../../forms/saving.ts';
import { toast } from '../../components/over/toasts.tsx';
import { close } from '../../address/router.ts';
import { changed, resource } from '../../api/resource.ts';
import { user } from '../../api/user.ts';
import { PasswordLink } from './password-link.tsx';
import { ResetFactor } from './second-factor/reset.tsx';
import { ROLE_CHOICES, ROLE_NAMES, ROLE_RIGHTS } from './roles.ts';

const leave = (): void => close(['over', 'id']);

/** The initial contents for a new user. */
const NOBODY = {
  name: '',
  email: '',
  role_id: 'agent',
  group_id: '',
  phone: '',
  notify_reminders_by_sms: false,
  is_suspended: false,
};

/** Adds or edits a user. @param present undefined for a new user */
export function UserForm({ person: present }: { person: Person | undefined }): VNode {
  const members = useMembers<Partial<Person>>(
    { ...NO_VERSION, body: present ?? {} },
    {
      write: (change) => send(present === undefined ? '/users' : `/users/${present.user_id}/modify`, change),
      readNow: async () => ({ ...NO_VERSION, body: await readUser(present) }),
    },
  );
  // The form keeps its initial values when others change the user.
  const person = present === undefined ? undefined : (members.begun as Person);
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    await members.save(readForm(form));
    toast(present === undefined ? 'User added.' : 'User saved.');
    leave();
  });
  return (
    <Dialog title={person === undefined ? 'New user' : person.name} size="narrow" onClose={leave}>
      <Form name="user" error={error} onSubmit={save}>
        <Identity person={person} />
        <Rights person={person} />
        {person !== undefined && person.user_id !== user.value?.user_id && <ResetFactor person={person} />}
        <div class="dialog-foot">
          {person !== undefined && !person.is_suspended && <PasswordLink person={person} />}
          <Submit disabled={isBusy}>{person === undefined ? 'Add user' : 'Save'}</Submit>
        </div>
      </Form>
    </Dialog>
  );
}

function Identity({ person }: { person: Person | undefined }): VNode {
  const { name, email, phone, notify_reminders_by_sms: isTexted } = person ?? NOBODY;
  return (
    <>
      <TextField label="Name" name="/name" autocomplete="off" defaultValue={name} />
      <TextField
        label="E-mail address"
        name="/email"
        type="email"
        autocomplete="off"
        defaultValue={email}
        hint="Used to sign in."
      />
      <TextField
        label="Phone"
        name="/phone"
        type="tel"
        autocomplete="off"
        defaultValue={phone}
        hint="With the country code, such as +15125550100"
      />
      <CheckField
        label="Text reminders to this phone"
        name="/notify_reminders_by_sms"
        defaultChecked={isTexted}
      />
    </>
  );
}

function Rights({ person }: { person: Person | undefined }): VNode {
  const { data: groups = [] } = useGroups();
  const { role_id: role, group_id: group, is_suspended: isSuspended } = person ?? NOBODY;
  const isNew = person === undefined;
  return (
    <>
      <SelectField label="Role" name="/role_id" defaultValue={role}>
        <Options of={ROLE_CHOICES.map((id) => [id, `${ROLE_NAMES[id]}: ${ROLE_RIGHTS[id]}`])} />
      </SelectField>
      <SelectField label="Group" name="/group_id" defaultValue={group}>
        {/* A form that is saved before the groups are there leaves the user in theirs. */}
        {group !== '' && !groups.some(({ id }) => id === group) && <option value={group}>{group}</option>}
        <Options of={groups.map(({ id, label }) => [id, label])} />
      </SelectField>
      <NewPassword
        label={isNew ? 'Password' : 'New password'}
        hint={
          isNew
            ? 'Give it to them. They need it to sign in.'
            : 'Leave empty to keep the current one. A new password signs them out everywhere and revokes their tokens and personal API keys.'
        }
      />
      {!isNew && person.user_id !== user.value?.user_id && (
        <CheckField label="Inactive: cannot sign in" name="/is_suspended" defaultChecked={isSuspended} />
      )}
    </>
  );
}

/** Reads the form. An empty password is left out. */
function readForm(form: HTMLFormElement): Partial<Person> {
  const entries = Object.entries(valuesOf(form)).map(([name, value]) => [name.slice(1), value] as const);
  const others = entries.filter(([name]) => name !== 'password');
  const password = passwordIn(form) ?? '';
  return Object.fromEntries([...others, ...(password === '' ? [] : [['password', password] as const])]);
}

async function readUser(person: Person | undefined): Promise<Partial<Person>> {
  if (person === undefined) return {};
  const people = resource<Person[]>(companyPath('/users'));
  await people.refresh();
  return people.answer.value?.body.find(({ user_id: id }) => id === person.user_id) ?? person;
}

async function send(path: string, body: object): Promise<typeof NO_VERSION> {
  await ask(companyPath(path), { method: 'POST', body });
  changed(companyPath('/users'));
  return NO_VERSION;
}
