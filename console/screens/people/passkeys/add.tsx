/** Adds a passkey: the browser asks for the fingerprint, the face or the PIN. */
import type { VNode } from 'preact';
import type { CreationOptions } from '../../../../worker/accounts/passkeys/options.ts';
import type { PasskeyBody } from '../../../../worker/core/people/factors/passkeys/reference.ts';
import { ask, messageOf } from '../../../api/api.ts';
import { makePasskey } from '../../../api/passkeys.ts';
import { Notice } from '../../../components/notice.tsx';
import { useSaving } from '../../../forms/saving.ts';
import { useProven } from '../second-factor/confirm.tsx';
import { PASSKEYS_PATH } from './paths.ts';

interface AddPasskeyProps {
  email: string;
  isPrimary: boolean;
  onAdded: (passkey: PasskeyBody) => void;
}

export function AddPasskey({ email, isPrimary, onAdded }: AddPasskeyProps): VNode {
  const { run, form } = useProven(email);
  const { error, isBusy, save } = useSaving(() => run(async () => onAdded(await add())));
  if (form !== undefined) return form;
  return (
    <>
      {error !== undefined && <Notice kind="danger">{messageOf(error)}</Notice>}
      <button
        type="button"
        class={isPrimary ? 'button primary' : 'button'}
        disabled={isBusy}
        onClick={() => save()}
      >
        Add a passkey
      </button>
    </>
  );
}

async function add(): Promise<PasskeyBody> {
  const { body: options } = await ask<CreationOptions>(`${PASSKEYS_PATH}/begin`, { method: 'POST' });
  const credential = await makePasskey(options);
  return (await ask<PasskeyBody>(PASSKEYS_PATH, { method: 'POST', body: { credential } })).body;
}
