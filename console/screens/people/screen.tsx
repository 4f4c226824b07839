/** People: the users of the company, API keys for other systems, and the user's own profile and notifications. */
import type { VNode } from 'preact';
import { Tabs } from '../../components/tabs.tsx';
import { place } from '../../address/router.ts';
import { mayWrite } from '../../api/user.ts';
import { later } from '../../components/parts/lazy.tsx';
import { KeyList } from './key-list.tsx';
import { UserList } from './user-list.tsx';

const TABS = [
  ['users', 'Users'],
  ['keys', 'API keys'],
  ['notifications', 'My notifications'],
  ['profile', 'My profile'],
] as const;

const Notifications = later(async () => (await import('./notifications.tsx')).Notifications);
const Profile = later(async () => (await import('./profile.tsx')).Profile);

export function PeopleScreen(): VNode {
  const tab = mayWrite() ? (place.value.rest[0] ?? 'users') : 'profile';
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1}>People</h1>
      </div>
      {mayWrite() && <Tabs screen="people" label="People" tabs={TABS} current={tab} />}
      <Tab name={tab} />
    </>
  );
}

function Tab({ name }: { name: string }): VNode {
  switch (name) {
    case 'keys':
      return <KeyList />;
    case 'notifications':
      return <Notifications />;
    case 'profile':
      return <Profile />;
    default:
      return <UserList />;
  }
}
