/** A user: who they are, and what they may do. */
import type { VNode } from 'preact';
import { ask } from '../../api.ts';
import { companyPath, type Person, useGroups } from '../../company.ts';
import { Dialog } from '../../components/dialog.tsx';
import { CheckField, Form, SelectField, TextField } from '../../components/fields.tsx';
import { valuesOf } from '../../components/form-values.ts';
import { NO_VERSION, useMembers } from '../../components/save-members.ts';
import { useSaving } from '../../components/saving.ts';
import { toast } from '../../components/toasts.tsx';
import { close } from '../../router.ts';
import { changed, resource } from '../../resource.ts';
import { user } from '../../session.ts';

/** What the roles are called, and what they may. */
export const ROLE_NAMES: Record<Person['role_id'], string> = {
  superadmin: 'Super admin',
  manager: 'Manager',
  agent: 'Agent',
};
const ROLE_RIGHTS: Record<Person['role_id'], string> = {
  superadmin: 'everything',
  manager: 'every lead, views and modules',
  agent: 'the leads that are theirs',
};

const leave = (): void => close(['over', 'id']);

/** What stands in the form of a new one. */
const NOBODY = { name: '', email: '', role_id: 'agent', group_id: '', phone: '', is_suspended: false };

/** @param present undefined: a new one */
export function UserForm({ person: present }: { person: Person | undefined }): VNode {
  const members = useMembers<Partial<Person>>(
    { ...NO_VERSION, body: present ?? {} },
    {
      write: (change) => send(present === undefined ? '/users' : `/users/${present.user_id}/modify`, change),
      readNow: async () => ({ ...NO_VERSION, body: await readUser(present) }),
    },
  );
  // What was put into the form stays in it, whatever others make of the user meanwhile.
  const person = present === undefined ? undefined : (members.begun as Person);
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    await members.save(readForm(form));
    toast(present === undefined ? 'The user is added.' : 'The user is changed.');
    leave();
  });
  return (
    <Dialog title={person === undefined ? 'New user' : person.name} size="narrow" onClose={leave}>
      <Form name="user" error={error} onSubmit={save}>
        <Identity person={person} />
        <Rights person={person} />
        <div class="dialog-foot">
          <button type="submit" class="button primary" disabled={isBusy}>
            {person === undefined ? 'Add the user' : 'Save'}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

function Identity({ person }: { person: Person | undefined }): VNode {
  const { name, email, phone } = person ?? NOBODY;
  return (
    <>
      <TextField label="Name" name="/name" autocomplete="off" defaultValue={name} />
      <TextField
        label="E-mail address"
        name="/email"
        type="email"
        autocomplete="off"
        defaultValue={email}
        hint="They sign in with it."
      />
      <TextField
        label="Phone"
        name="/phone"
        type="tel"
        autocomplete="off"
        defaultValue={phone}
        hint="With + and the country: +15125550100"
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
        {(['agent', 'manager', 'superadmin'] as const).map((id) => (
          <option key={id} value={id}>
            {ROLE_NAMES[id]}: {ROLE_RIGHTS[id]}
          </option>
        ))}
      </SelectField>
      <SelectField label="Group" name="/group_id" defaultValue={group}>
        {groups.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        label={isNew ? 'Password' : 'New password'}
        name="/password"
        type="password"
        autocomplete="new-password"
        hint={
          isNew
            ? 'Tell it to them. Without one they cannot sign in.'
            : 'Empty: it stays. A new one ends all their sessions and tokens.'
        }
      />
      {!isNew && person.user_id !== user.value?.user_id && (
        <CheckField label="Suspended: may not sign in" name="/is_suspended" defaultChecked={isSuspended} />
      )}
    </>
  );
}

/** What stands in the form; an empty password is none. */
function readForm(form: HTMLFormElement): Partial<Person> {
  const entries = Object.entries(valuesOf(form)).map(([name, value]) => [name.slice(1), value] as const);
  return Object.fromEntries(entries.filter(([name, value]) => name !== 'password' || value !== ''));
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
