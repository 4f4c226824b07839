/** Makes a link with which a user chooses a new password. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { PasswordLinkBody } from '../../../worker/core/people/invitations/reference.ts';
import { ask } from '../../api/api.ts';
import { companyPath, type Person } from '../../api/company.ts';
import { toastFailure } from '../../components/over/toasts.tsx';
import { useSaving } from '../../forms/saving.ts';
import { HandedLink } from './handed-link.tsx';

export function PasswordLink({ person }: { person: Person }): VNode {
  const [made, setMade] = useState<PasswordLinkBody>();
  const making = useSaving(async () => {
    const path = companyPath(`/users/${person.user_id}/password_link`);
    await ask<PasswordLinkBody>(path, { method: 'POST' }).then(({ body }) => setMade(body), toastFailure);
  });
  return (
    <>
      <button type="button" class="button" disabled={making.isBusy} onClick={() => making.save()}>
        Make a password link
      </button>
      {made?.link !== undefined && (
        <HandedLink
          title="Link for a new password"
          link={made.link}
          who={person.email}
          isMailed={made.is_mailed}
          validity="once, for 30 minutes"
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  );
}
