/** The list of users. Super admins can edit them. */
import type { VNode } from 'preact';
import type { AvailabilityBody, AwayUser } from '../../../worker/core/phone/availability/reference.ts';
import type { UserFactorBody } from '../../../worker/core/people/factors/reference.ts';
import { companyPath, type Person, useGroups, usePeople } from '../../api/company.ts';
import { useResource } from '../../api/resource.ts';
import { StatusChip } from '../../components/text/status-chip.tsx';
import { Face } from '../../components/text/people.tsx';
import { Read } from '../../components/read.tsx';
import { formatMoment, formatPhone } from '../../components/text/values.tsx';
import { place, withQuery } from '../../address/router.ts';
import { user } from '../../api/user.ts';
import { later } from '../../components/parts/lazy.tsx';
import { ROLE_NAMES } from './roles.ts';
import { UserForm } from './user-form.tsx';
import { AddLink, List } from '../../components/list.tsx';

const Invitations = later(async () => (await import('./invitations/invitations.tsx')).Invitations);

export function UserList(): VNode {
  const shown = usePeople();
  const { query, over } = place.value;
  const mayChange = user.value?.role_id === 'superadmin';
  return (
    <>
      {mayChange && (
        <div class="row end tools">
          <AddLink over="invite" label="Invite somebody" />
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
      {mayChange && <Invitations />}
    </>
  );
}

function UserTable({ people, mayChange }: { people: readonly Person[]; mayChange: boolean }): VNode {
  const { data: groups = [] } = useGroups();
  const factors =
    useResource<UserFactorBody[]>(mayChange ? companyPath('/second_factors') : undefined).data ?? [];
  const { away = [] } = useResource<AvailabilityBody>(companyPath('/availability')).data ?? {};
  return (
    <List
      class="people"
      caption="Users"
      items={people}
      keyOf={({ user_id: id }) => id}
      columns={[
        'Name',
        'Role',
        { label: 'Group', class: 'on-medium' },
        { label: 'Phone', class: 'on-medium', cells: 'on-medium nowrap' },
      ]}
      cells={(person) => [
        <span class="person">
          <Face name={person.name} />
          <span>
            <Name person={person} mayChange={mayChange} />
            <small class="soft">{person.email}</small>
            <Factors factors={factors.find(({ user_id: id }) => id === person.user_id)} />
            <Away away={away.find(({ user_id: id }) => id === person.user_id)} />
          </span>
        </span>,
        person.is_suspended ? <StatusChip kind="off" label="Inactive" /> : ROLE_NAMES[person.role_id],
        groups.find(({ id }) => id === person.group_id)?.label,
        formatPhone(person.phone),
      ]}
    />
  );
}

/** Tells what somebody signs in with besides the password. */
function Factors({ factors }: { factors: UserFactorBody | undefined }): VNode | null {
  if (factors === undefined) return null;
  const { since_time: since, passkeys } = factors;
  return (
    <>
      {since !== null && <small class="soft">Uses two-factor sign-in</small>}
      {passkeys > 0 && (
        <small class="soft">Has {passkeys === 1 ? 'a passkey' : `${passkeys} passkeys`}</small>
      )}
    </>
  );
}

/** Tells colleagues that somebody's phone does not ring for calls. */
function Away({ away }: { away: AwayUser | undefined }): VNode | null {
  if (away === undefined) return null;
  return (
    <small title="Their phone does not ring for calls">
      Not available{away.until !== null && ` until ${formatMoment(away.until)}`}
    </small>
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
