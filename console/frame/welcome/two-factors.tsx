/** The page of somebody whose company asks for two factors, until they have proved or set up the second one. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { OwnFactorBody } from '../../../worker/core/people/factors/reference.ts';
import { hasPasskeys } from '../../api/passkeys.ts';
import { useResource } from '../../api/resource.ts';
import { signOut } from '../../api/session.ts';
import { user } from '../../api/user.ts';
import { toastFailure } from '../../components/over/toasts.tsx';
import { Read } from '../../components/read.tsx';
import { AddPasskey } from '../../screens/people/passkeys/add.tsx';
import { Confirm } from '../../screens/people/second-factor/confirm.tsx';
import { FACTOR_PATH } from '../../screens/people/second-factor/paths.ts';
import { SetUp } from '../../screens/people/second-factor/set-up.tsx';
import { Card } from '../../components/welcome/card.tsx';

const reload = (): void => location.reload();

export function TwoFactorsFirst(): VNode {
  const shown = useResource<OwnFactorBody>(FACTOR_PATH);
  const {
    since_time: since = null,
    passkeys = 0,
    is_required: isRequired,
    company_name: company,
  } = shown.data ?? {};
  const hasFactor = since !== null || passkeys > 0;
  return (
    <Card title={hasFactor ? 'Confirm with your second factor' : 'Set up two-factor sign-in'}>
      <p class="soft">
        {isRequired === false
          ? 'You have signed in with your password alone.'
          : `${company ?? 'Your company'} asks everybody to sign in with more than a password.`}
      </p>
      <Read shown={shown}>{() => <Next hasFactor={hasFactor} />}</Read>
      <p class="beside">
        <button type="button" class="link" onClick={() => void signOut().catch(toastFailure)}>
          Sign out
        </button>
      </p>
    </Card>
  );
}

function Next({ hasFactor }: { hasFactor: boolean }): VNode {
  const email = user.value?.email ?? '';
  // What is set up here is finished on the page on which it began.
  const [begun] = useState(hasFactor);
  const [byApp, setByApp] = useState(!hasPasskeys());
  if (begun) return <Confirm email={email} onDone={reload} />;
  if (byApp) {
    return (
      <>
        <p>Beside the password, you enter a code from an app on your phone.</p>
        <SetUp email={email} onDone={reload} />
      </>
    );
  }
  return (
    <>
      <p>A passkey is your fingerprint, your face or the PIN of this device.</p>
      <AddPasskey email={email} isPrimary onAdded={reload} />
      <button type="button" class="button" onClick={() => setByApp(true)}>
        Use an authenticator app instead
      </button>
    </>
  );
}
