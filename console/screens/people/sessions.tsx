/** Where the user is signed in, and signing out there. */
import type { VNode } from 'preact';
import type { SessionBody } from '../../../worker/core/people/sessions/reference.ts';
import { ask } from '../../api/api.ts';
import { changed, useResource } from '../../api/resource.ts';
import { Read } from '../../components/read.tsx';
import { toast, toastFailure } from '../../components/over/toasts.tsx';
import { When } from '../../components/text/values.tsx';
import { useSaving } from '../../forms/saving.ts';

const PATH = '/me/sessions';

export function Sessions(): VNode {
  const shown = useResource<SessionBody[]>(PATH);
  return (
    <section class="card padded">
      <h2>Signed in</h2>
      <Read shown={shown}>{(sessions) => <List sessions={sessions} />}</Read>
    </section>
  );
}

function List({ sessions }: { sessions: readonly SessionBody[] }): VNode {
  const { isBusy, save } = useSaving(async () => {
    await ask(`${PATH}/revoke_others`, { method: 'POST' }).catch(toastFailure);
    changed(PATH);
    toast('Signed out everywhere else.');
  });
  return (
    <>
      <ul class="kinds">
        {sessions.map((session) => (
          <Session key={session.session_id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <button type="button" class="button" disabled={isBusy} onClick={() => save()}>
          Sign out everywhere else
        </button>
      )}
    </>
  );
}

function Session({ session }: { session: SessionBody }): VNode {
  const { session_id: id, kind, device, is_current: isCurrent, last_used_time: used } = session;
  const name = device === '' ? (kind === 'session' ? 'A browser' : 'A program') : device;
  const { isBusy, save } = useSaving(async () => {
    await ask(`${PATH}/${id}/revoke`, { method: 'POST' }).catch(toastFailure);
    changed(PATH);
    toast(`${name} is signed out.`);
  });
  return (
    <li>
      <span>
        {name}
        {kind === 'token' && ', with an access token'}{' '}
        <small class="soft">
          signed in <When time={session.created_time} />
          {used !== null && !isCurrent && (
            <>
              , last used <When time={used} />
            </>
          )}
        </small>
      </span>
      {isCurrent ? (
        <span class="chip">This browser</span>
      ) : (
        <button type="button" class="button slim" disabled={isBusy} onClick={() => save()}>
          Sign out<span class="unseen"> {name}</span>
        </button>
      )}
    </li>
  );
}
