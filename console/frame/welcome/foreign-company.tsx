/** Shown for a link into a company that the user is not a member of. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Brand } from '../../components/icon.tsx';
import { useSaving } from '../../forms/saving.ts';
import { Notice } from '../../components/notice.tsx';
import { messageOf } from '../../api/api.ts';
import { refused, signOut } from '../../api/session.ts';
import type { User } from '../../api/user.ts';

export function ForeignCompany({ who }: { who: User }): VNode {
  const { error, isBusy, save } = useSaving(signOut);
  useEffect(() => {
    document.title = 'No access · Leadline';
  }, []);
  return (
    <main class="welcome">
      <div class="brand">
        <Brand size={36} /> Leadline
      </div>
      <div class="welcome-card">
        <h1 tabIndex={-1}>No access</h1>
        {error !== undefined && <Notice kind="danger">{messageOf(error)}</Notice>}
        <p>
          {refused.value?.isSuspended === true
            ? 'Your user in this company is inactive. Ask a super admin of the company.'
            : 'You are not a member of this company, or it does not exist.'}
        </p>
        <p class="soft">
          You are signed in as {who.name} ({who.email}).
        </p>
        <a class="button primary" href="/console/">
          Go to your own company
        </a>
        <button type="button" class="button" disabled={isBusy} onClick={() => save()}>
          Sign out
        </button>
      </div>
    </main>
  );
}
