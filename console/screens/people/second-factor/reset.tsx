/** Turns the two factors of somebody off who has lost the phone and the recovery codes. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { UserFactorBody } from '../../../../worker/core/people/second-factors/answer-schema.ts';
import { ask } from '../../../api/api.ts';
import { companyPath, type Person } from '../../../api/company.ts';
import { changed, useResource } from '../../../api/resource.ts';
import { toast, toastFailure } from '../../../components/over/toasts.tsx';
import { useSaving } from '../../../forms/saving.ts';

/** Nothing if the person signs in with a password alone. */
export function ResetFactor({ person }: { person: Person }): VNode | null {
  const path = companyPath('/second_factors');
  const { data: factors = [] } = useResource<UserFactorBody[]>(path);
  const [isAsked, setAsked] = useState(false);
  const { isBusy, save } = useSaving(async () => {
    await ask(`${path}/${person.user_id}/reset`, { method: 'POST' }).then(
      () => toast(`${person.name} signs in with the password alone now.`),
      toastFailure,
    );
    setAsked(false);
    changed(path);
  });
  if (factors.every(({ user_id: id }) => id !== person.user_id)) return null;
  if (!isAsked) {
    return (
      <p>
        Signs in with two factors.{' '}
        <button type="button" class="link" onClick={() => setAsked(true)}>
          Their phone is lost
        </button>
      </p>
    );
  }
  return (
    <>
      <p>
        Make sure that it is really {person.name} who asks. Their two factors are turned off, they are signed
        out everywhere, and they get a letter about it.
      </p>
      <button type="button" class="button danger" disabled={isBusy} onClick={() => save()}>
        Turn their two factors off
      </button>
    </>
  );
}
