/** The user's own passkeys: adds, renames and removes them. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { OwnFactorBody } from '../../../../worker/core/people/factors/reference.ts';
import type { PasskeyBody } from '../../../../worker/core/people/factors/passkeys/reference.ts';
import { ask } from '../../../api/api.ts';
import { hasPasskeys } from '../../../api/passkeys.ts';
import { changed, useResource } from '../../../api/resource.ts';
import { toast, toastFailure } from '../../../components/over/toasts.tsx';
import { Read } from '../../../components/read.tsx';
import { When } from '../../../components/text/values.tsx';
import { Form, Submit, TextField } from '../../../forms/fields.tsx';
import { valuesOf } from '../../../forms/form-values.ts';
import { useSaving } from '../../../forms/saving.ts';
import { useProven } from '../second-factor/confirm.tsx';
import { FACTOR_PATH } from '../second-factor/paths.ts';
import { AddPasskey } from './add.tsx';
import { PASSKEYS_PATH } from './paths.ts';

/** Most passkeys of a person, as the API has it. */
const MOST = 10;

export function Passkeys({ email }: { email: string }): VNode {
  const shown = useResource<PasskeyBody[]>(PASSKEYS_PATH);
  return (
    <section class="card padded">
      <h2>Passkeys</h2>
      <p class="soft">
        Sign in with your fingerprint, your face or a PIN instead of the password. A passkey counts as two
        factors.
      </p>
      <Read shown={shown}>{(passkeys) => <List email={email} passkeys={passkeys} />}</Read>
    </section>
  );
}

function List({ email, passkeys }: { email: string; passkeys: readonly PasskeyBody[] }): VNode {
  const [named, setNamed] = useState<string>();
  const added = ({ passkey_id: id }: PasskeyBody): void => {
    setNamed(id);
    refresh();
    toast('Passkey added. Give it a name that you will recognise.');
  };
  return (
    <>
      {passkeys.length > 0 && (
        <ul class="kinds">
          {passkeys.map((passkey) => (
            <Row
              key={passkey.passkey_id}
              email={email}
              passkey={passkey}
              isLast={passkeys.length === 1}
              isNew={passkey.passkey_id === named}
            />
          ))}
        </ul>
      )}
      <Add email={email} count={passkeys.length} onAdded={added} />
    </>
  );
}

interface AddProps {
  email: string;
  count: number;
  onAdded: (passkey: PasskeyBody) => void;
}

function Add({ email, count, onAdded }: AddProps): VNode {
  if (!hasPasskeys()) return <p>This browser has no passkeys, or not at this address.</p>;
  if (count >= MOST) return <p>You have ten passkeys, which is the most. Remove one to add another.</p>;
  return <AddPasskey email={email} isPrimary={count === 0} onAdded={onAdded} />;
}

interface RowProps {
  email: string;
  passkey: PasskeyBody;
  isLast: boolean;
  isNew: boolean;
}

function Row({ email, passkey, isLast, isNew }: RowProps): VNode {
  const [action, setAction] = useState<'rename' | 'remove' | undefined>(isNew ? 'rename' : undefined);
  const [isBack, setBack] = useState(false);
  const buttons = useRef<HTMLSpanElement>(null);
  const end = (): void => {
    setAction(undefined);
    setBack(true);
  };
  useEffect(() => {
    if (isBack && action === undefined) buttons.current?.querySelector('button')?.focus();
  }, [isBack, action]);
  if (action === 'rename') {
    return (
      <li>
        <Rename passkey={passkey} onDone={end} />
      </li>
    );
  }
  if (action === 'remove') {
    return (
      <li>
        <Remove email={email} passkey={passkey} isLast={isLast} onCancel={end} />
      </li>
    );
  }
  const { name } = passkey;
  return (
    <li>
      <Facts passkey={passkey} />
      <span class="row" ref={buttons}>
        <button type="button" class="button slim" onClick={() => setAction('rename')}>
          Rename<span class="unseen"> {name}</span>
        </button>
        <button type="button" class="button slim" onClick={() => setAction('remove')}>
          Remove<span class="unseen"> {name}</span>
        </button>
      </span>
    </li>
  );
}

function Facts({ passkey }: { passkey: PasskeyBody }): VNode {
  const { name, created_time: created, last_used_time: used, is_synced: isSynced, host } = passkey;
  return (
    <span class="passkey">
      <span>{name}</span>
      <small class="soft">
        added <When time={created} />,{' '}
        {used === null ? (
          'not used yet'
        ) : (
          <>
            last used <When time={used} />
          </>
        )}
        {isSynced ? ', synced between your devices' : ', on one device'}
        {host !== location.hostname && `, works at ${host} only`}
      </small>
    </span>
  );
}

function Rename({ passkey, onDone }: { passkey: PasskeyBody; onDone: () => void }): VNode {
  const { passkey_id: id, name } = passkey;
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    const body = { name: String(valuesOf(form)['/name']).trim() };
    await ask(`${PASSKEYS_PATH}/${id}/rename`, { method: 'POST', body });
    changed(PASSKEYS_PATH);
    onDone();
  });
  useEffect(() => document.querySelector<HTMLInputElement>('form[name="passkey-name"] input')?.select(), []);
  return (
    <Form name="passkey-name" error={error} onSubmit={save} class="passkey-form">
      <TextField label="Name of the passkey" name="/name" defaultValue={name} required />
      <div class="row">
        <Submit disabled={isBusy}>Save the name</Submit>
        <button type="button" class="button" onClick={onDone}>
          Cancel
        </button>
      </div>
    </Form>
  );
}

interface RemoveProps {
  email: string;
  passkey: PasskeyBody;
  isLast: boolean;
  onCancel: () => void;
}

function Remove({ email, passkey, isLast, onCancel }: RemoveProps): VNode {
  const { passkey_id: id, name } = passkey;
  const { data: factor } = useResource<OwnFactorBody>(FACTOR_PATH);
  const { run, form } = useProven(email);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const { isBusy, save } = useSaving(async () => {
    const remove = async (): Promise<void> => {
      await ask(`${PASSKEYS_PATH}/${id}/remove`, { method: 'POST' });
      refresh();
      toast(`${name} is removed.`);
    };
    await run(remove).catch(toastFailure);
  });
  if (form !== undefined) return form;
  return (
    <div class="passkey-form">
      <p>
        <b>Remove {name}?</b> It does not sign you in any more. Delete it on the device, too.
        {isLast &&
          factor?.is_required === true &&
          factor.since_time === null &&
          ` ${factor.company_name} requires two-factor sign-in, and this is your last second factor: you set up another one before you can go on.`}
      </p>
      <div class="row">
        <button ref={button} type="button" class="button danger" disabled={isBusy} onClick={() => save()}>
          Remove the passkey
        </button>
        <button type="button" class="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </div>
  );
}

function refresh(): void {
  changed(PASSKEYS_PATH, FACTOR_PATH);
}
