/** Lists API keys, with which other systems use the API. */
import type { ApiKeyBody } from '../../../worker/core/people/keys/reference.ts';
import type { VNode } from 'preact';
import { ask } from '../../api/api.ts';
import { companyPath, usePeople } from '../../api/company.ts';
import { Read } from '../../components/read.tsx';
import { toast, toastFailure } from '../../components/over/toasts.tsx';
import { StatusChip } from '../../components/text/status-chip.tsx';
import { formatDay, When } from '../../components/text/values.tsx';
import { place } from '../../address/router.ts';
import { changed, useResource } from '../../api/resource.ts';
import { user } from '../../api/user.ts';
import { KeyForm, SCOPE_NAMES } from './key-form.tsx';
import { AddLink, List } from '../../components/list.tsx';

const EXAMPLE = [['Website forms', 'Read and write', 'The company']] as const;

export function KeyList(): VNode {
  const isAdmin = user.value?.role_id === 'superadmin';
  const shown = useResource<ApiKeyBody[]>(companyPath(`/api_keys?scope=${isAdmin ? 'company' : 'own'}`));
  const { data: people = [] } = usePeople();
  return (
    <>
      <Read shown={shown}>
        {(keys) => (
          <List
            class="people"
            caption="API keys"
            items={keys}
            keyOf={({ key_id: id }) => id}
            add={<AddLink over="key" label="Create a key" />}
            empty={{
              icon: 'company',
              text: 'No API keys yet. Create one for each system that reads or writes leads.',
              example: EXAMPLE,
            }}
            columns={[
              'Name',
              { label: 'Permissions', class: 'on-medium' },
              { label: 'Owner', class: 'on-medium' },
              { label: 'Last used', class: 'on-medium' },
              { label: 'Actions', isUnseen: true, cells: 'number' },
            ]}
            cells={(key) => [
              <Name apiKey={key} />,
              key.scopes.map((scope) => SCOPE_NAMES[scope] ?? scope).join(', '),
              people.find(({ user_id: id }) => id === key.user_id)?.name ?? 'Company',
              key.last_used_time ? <When time={key.last_used_time} /> : <span class="soft">Never</span>,
              <Ending apiKey={key} />,
            ]}
          />
        )}
      </Read>
      {place.value.over === 'key' && <KeyForm />}
    </>
  );
}

function Name({ apiKey: { name, hint } }: { apiKey: ApiKeyBody }): VNode {
  return (
    <>
      {name} <small class="soft">…{hint}</small>
    </>
  );
}

function Ending({
  apiKey: { key_id: id, name, revoked_time: revoked, expires_time: ends },
}: {
  apiKey: ApiKeyBody;
}): VNode {
  if (revoked !== undefined) return <StatusChip kind="off" label="Revoked" />;
  const isOver = ends !== undefined && Date.parse(ends) < Date.now();
  if (isOver) return <StatusChip kind="off" label="Expired" />;
  return (
    <span class="row end">
      {ends !== undefined && <span class="soft small on-medium">expires {formatDay(ends)}</span>}
      <button
        type="button"
        class="button slim danger"
        onClick={() => {
          // Asks first, because revoking takes effect at once and cannot be undone.
          if (window.confirm(`Revoke the key “${name}”? Systems that use it lose access at once.`))
            revoke(id).catch(toastFailure);
        }}
      >
        Revoke<span class="unseen"> {name}</span>
      </button>
    </span>
  );
}

async function revoke(id: string): Promise<void> {
  await ask(companyPath(`/api_keys/${id}/revoke`), { method: 'POST' });
  changed(companyPath('/api_keys'));
  toast('Key revoked.');
}
