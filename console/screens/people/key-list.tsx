/** API keys: what other systems come in with. */
import type { VNode } from 'preact';
import { ask } from '../../api.ts';
import { companyPath, usePeople } from '../../company.ts';
import { Icon } from '../../components/icon.tsx';
import { Empty } from '../../components/notice.tsx';
import { Read } from '../../components/read.tsx';
import { toast, toastFailure } from '../../components/toasts.tsx';
import { formatDay, When } from '../../components/values.tsx';
import { place, withQuery } from '../../router.ts';
import { changed, useResource } from '../../resource.ts';
import { user } from '../../session.ts';
import { KeyForm } from './key-form.tsx';

interface ApiKey {
  key_id: string;
  hint: string;
  name: string;
  scopes: string[];
  user_id?: string;
  created_time: string;
  expires_time?: string;
  last_used_time?: string;
  revoked_time?: string;
}

export function KeyList(): VNode {
  const isAdmin = user.value?.role_id === 'superadmin';
  const shown = useResource<ApiKey[]>(companyPath(`/api_keys?scope=${isAdmin ? 'company' : 'own'}`));
  const add = (
    <a class="button" href={withQuery({ over: 'key' })}>
      <Icon name="plus" /> Make a key
    </a>
  );
  return (
    <>
      <Read shown={shown}>
        {(keys) =>
          keys.length === 0 ? (
            <Empty icon="company" text="No keys yet. Another system that reads or writes leads needs one.">
              {add}
            </Empty>
          ) : (
            <>
              <div class="row end tools">{add}</div>
              <KeyTable keys={keys} />
            </>
          )
        }
      </Read>
      {place.value.over === 'key' && <KeyForm />}
    </>
  );
}

function KeyTable({ keys }: { keys: readonly ApiKey[] }): VNode {
  const { data: people = [] } = usePeople();
  return (
    <div class="card">
      <table class="table people">
        <caption class="unseen">API keys</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" class="on-medium">
              May
            </th>
            <th scope="col" class="on-medium">
              Whose
            </th>
            <th scope="col" class="on-medium">
              Last used
            </th>
            <th scope="col">
              <span class="unseen">What can be done</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow
              key={key.key_id}
              apiKey={key}
              owner={people.find(({ user_id: id }) => id === key.user_id)?.name}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function KeyRow({ apiKey, owner }: { apiKey: ApiKey; owner: string | undefined }): VNode {
  const { name, hint, scopes, last_used_time: used } = apiKey;
  return (
    <tr>
      <th scope="row">
        {name} <small class="soft">…{hint}</small>
      </th>
      <td class="on-medium">{scopes.join(', ')}</td>
      <td class="on-medium">{owner ?? 'The company'}</td>
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
  apiKey: ApiKey;
}): VNode {
  if (revoked !== undefined) return <span class="chip">Ended</span>;
  const isOver = ends !== undefined && Date.parse(ends) < Date.now();
  if (isOver) return <span class="chip">Expired</span>;
  return (
    <span class="row end">
      {ends !== undefined && <span class="soft small on-medium">until {formatDay(ends)}</span>}
      <button
        type="button"
        class="button slim danger"
        onClick={() => {
          // What it opened is closed at once, and there is no way back: that deserves a question.
          if (window.confirm(`End the key “${name}”? Whatever uses it is refused from now on.`))
            revoke(id).catch(toastFailure);
        }}
      >
        End<span class="unseen"> {name}</span>
      </button>
    </span>
  );
}

async function revoke(id: string): Promise<void> {
  await ask(companyPath(`/api_keys/${id}/revoke`), { method: 'POST' });
  changed(companyPath('/api_keys'));
  toast('The key is ended.');
}
