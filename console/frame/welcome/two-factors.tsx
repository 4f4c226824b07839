/** The page of somebody whose company asks for two factors, until they are set up. */
import type { VNode } from 'preact';
import { signOut } from '../../api/session.ts';
import { user } from '../../api/user.ts';
import { toastFailure } from '../../components/over/toasts.tsx';
import { SetUp } from '../../screens/people/second-factor/set-up.tsx';
import { Card } from './card.tsx';

export function TwoFactorsFirst(): VNode {
  return (
    <Card title="Set up two factors">
      <p class="soft">
        Your company asks everybody to sign in with a code from an app on their phone, beside the password.
      </p>
      <SetUp email={user.value?.email ?? ''} onDone={() => location.reload()} />
      <p class="beside">
        <button type="button" class="link" onClick={() => void signOut().catch(toastFailure)}>
          Sign out
        </button>
      </p>
    </Card>
  );
}
