/** Removes the second factor, or the passkeys, of somebody who has lost the phone or the device. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { UserFactorBody } from '../../../../worker/core/people/factors/reference.ts';
import { ask } from '../../../api/api.ts';
import { companyPath, type Person } from '../../../api/company.ts';
import { changed, useResource } from '../../../api/resource.ts';
import { toast, toastFailure } from '../../../components/over/toasts.tsx';
import { useSaving } from '../../../forms/saving.ts';

/** What a super admin removes, and how it is called. */
interface Removable {
  path: 'reset' | 'remove_passkeys';
  has: string;
  lost: string;
  consequence: string;
  remove: string;
  done: string;
}

const APP: Removable = {
  path: 'reset',
  has: 'Uses two-factor sign-in.',
  lost: 'Their phone is lost',
  consequence: 'Their two-factor sign-in is turned off',
  remove: 'Turn off their two-factor sign-in',
  done: 'signs in with the password alone now.',
};
const PASSKEYS: Removable = {
  path: 'remove_passkeys',
  has: 'Signs in with a passkey.',
  lost: 'Their device is lost',
  consequence: 'All their passkeys are removed',
  remove: 'Remove their passkeys',
  done: 'has no passkeys any more.',
};

/** Nothing if the person signs in with a password alone. */
export function ResetFactor({ person }: { person: Person }): VNode | null {
  const { data: factors = [] } = useResource<UserFactorBody[]>(companyPath('/second_factors'));
  const own = factors.find(({ user_id: id }) => id === person.user_id);
  if (own === undefined) return null;
  return (
    <>
      {own.since_time !== null && <Reset person={person} what={APP} />}
      {own.passkeys > 0 && <Reset person={person} what={PASSKEYS} />}
    </>
  );
}

function Reset({ person, what }: { person: Person; what: Removable }): VNode {
  const path = companyPath('/second_factors');
  const [isAsked, setAsked] = useState(false);
  const { isBusy, save } = useSaving(async () => {
    await ask(`${path}/${person.user_id}/${what.path}`, { method: 'POST' }).then(
      () => toast(`${person.name} ${what.done}`),
      toastFailure,
    );
    setAsked(false);
    changed(path);
  });
  if (!isAsked) {
    return (
      <p>
        {what.has}{' '}
        <button type="button" class="link" onClick={() => setAsked(true)}>
          {what.lost}
        </button>
      </p>
    );
  }
  return (
    <>
      <p>
        Make sure that it is really {person.name} who asks. {what.consequence}, they are signed out
        everywhere, and they get a letter about it.
      </p>
      <button type="button" class="button danger" disabled={isBusy} onClick={() => save()}>
        {what.remove}
      </button>
    </>
  );
}
