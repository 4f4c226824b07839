/** The list of users. Super admins can edit them. */
import type { VNode } from 'preact';
import { type Person, useGroups, usePeople } from '../../api/company.ts';
import { Face } from '../../components/text/people.tsx';
import { Read } from '../../components/read.tsx';
import { formatPhone } from '../../components/text/values.tsx';
import { place, withQuery } from '../../address/router.ts';
import { user } from '../../api/user.ts';
import { ROLE_NAMES, UserForm } from './user-form.tsx';
import { AddLink } from '../../components/add-link.tsx';
import { Table } from '../../components/table.tsx';

export function UserList(): VNode {
  const shown = usePeople();
  const { query, over } = place.value;
  const mayChange = user.value?.role_id === 'superadmin';
  return (
    <>
      {mayChange && (
        <div class="row end tools">
          <AddLink over="user" label="Add a user" />
        </div>
      )}
      <Read shown={shown}>
        {(people) => (
          <>
            <UserTable people={people} mayChange={mayChange} />
            {mayChange && over === 'user' && (
              <UserForm
                key={query.get('id')}
                person={people.find(({ user_id: id }) => id === query.get('id'))}
              />
            )}
          </>
        )}
      </Read>
    </>
  );
}

function UserTable({ people, mayChange }: { people: readonly Person[]; mayChange: boolean }): VNode {
  const { data: groups = [] } = useGroups();
  return (
    <div class="card">
      <Table
        class="people"
        caption="Users"
        columns={[
          'Name',
          'Role',
          { label: 'Group', class: 'on-medium' },
          { label: 'Phone', class: 'on-medium' },
        ]}
      >
        {people.map((person) => (
          <tr key={person.user_id}>
            <th scope="row">
              <span class="person">
                <Face name={person.name} />
                <span>
                  <Name person={person} mayChange={mayChange} />
                  <small class="soft">{person.email}</small>
                </span>
              </span>
            </th>
            <td>{person.is_suspended ? <span class="chip">Inactive</span> : ROLE_NAMES[person.role_id]}</td>
            <td class="on-medium">{groups.find(({ id }) => id === person.group_id)?.label}</td>
            <td class="on-medium nowrap">{formatPhone(person.phone)}</td>
          </tr>
        ))}
      </Table>
    </div>
  );
}

function Name({ person, mayChange }: { person: Person; mayChange: boolean }): VNode {
  if (!mayChange) return <b>{person.name}</b>;
  return (
    <a class="main" href={withQuery({ over: 'user', id: person.user_id })}>
      {person.name}
    </a>
  );
}
