/** People: the users of the company, and API keys for other systems. */
import type { VNode } from 'preact';
import { Tabs } from '../../components/tabs.tsx';
import { place } from '../../address/router.ts';
import { KeyList } from './key-list.tsx';
import { UserList } from './user-list.tsx';

const TABS = [
  ['users', 'Users'],
  ['keys', 'API keys'],
] as const;

export function PeopleScreen(): VNode {
  const tab = place.value.rest[0] ?? 'users';
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1}>People</h1>
      </div>
      <Tabs screen="people" label="Users and keys" tabs={TABS} current={tab} />
      {tab === 'keys' ? <KeyList /> : <UserList />}
    </>
  );
}
