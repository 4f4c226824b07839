/** Lists API keys, with which other systems use the API. */
import type { ApiKeyBody } from '../../../worker/core/people/keys/reference.ts';
import { Example } from '../../components/text/example.tsx';
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
import { Table } from '../../components/table.tsx';
import { AddableList } from '../../components/add-link.tsx';

const EXAMPLE = [['Website forms', 'Read and write', 'The company']] as const;

export function KeyList(): VNode {
  const isAdmin = user.value?.role_id === 'superadmin';
  const shown = useResource<ApiKeyBody[]>(companyPath(`/api_keys?scope=${isAdmin ? 'company' : 'own'}`));
  return (
    <>
      <Read shown={shown}>
        {(keys) => (
          <AddableList
            over="key"
            label="Create a key"
            icon="company"
            empty="No API keys yet. Create one for each system that reads or writes leads."
            example={<Example rows={EXAMPLE} />}
            isEmpty={keys.length === 0}
          >
            <KeyTable keys={keys} />
          </AddableList>
        )}
      </Read>
      {place.value.over === 'key' && <KeyForm />}
    </>
  );
}

function KeyTable({ keys }: { keys: readonly ApiKeyBody[] }): VNode {
  const { data: people = [] } = usePeople();
  return (
    <div class="card">
      <Table
        class="people"
        caption="API keys"
        columns={[
          'Name',
          { label: 'Permissions', class: 'on-medium' },
          { label: 'Owner', class: 'on-medium' },
          { label: 'Last used', class: 'on-medium' },
          { label: 'Actions', isUnseen: true },
        ]}
      >
        {keys.map((key) => (
          <KeyRow
            key={key.key_id}
            apiKey={key}
            owner={people.find(({ user_id: id }) => id === key.user_id)?.name}
          />
        ))}
      </Table>
    </div>
  );
}

function KeyRow({ apiKey, owner }: { apiKey: ApiKeyBody; owner: string | undefined }): VNode {
  const { name, hint, scopes, last_used_time: used } = apiKey;
  return (
    <tr>
      <th scope="row">
        {name} <small class="soft">…{hint}</small>
      </th>
      <td class="on-medium">{scopes.map((scope) => SCOPE_NAMES[scope] ?? scope).join(', ')}</td>
      <td class="on-medium">{owner ?? 'Company'}</td>
      <td class="on-medium">{used ? <When time={used} /> : <span class="soft">Never</span>}</td>
      <td class="number">
        <Ending apiKey={apiKey} />
      </td>
    </tr>
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
