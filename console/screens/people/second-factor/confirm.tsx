/** Asks somebody to prove again who they are, and does afterwards what they wanted. */
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ConfirmationBody } from '../../../../worker/core/people/factors/confirming/reference.ts';
import { ask, Refusal } from '../../../api/api.ts';
import { hasPasskeys, usePasskey } from '../../../api/passkeys.ts';
import { Failure, Waiting } from '../../../components/notice.tsx';
import { Form, TextField } from '../../../forms/fields.tsx';
import { passwordIn, valuesOf } from '../../../forms/form-values.ts';
import { useLatest, useSaving } from '../../../forms/saving.ts';

const PATH = '/me/confirmation';

interface ConfirmProps {
  email: string;
  onDone: () => void;
  onCancel?: () => void;
}

/** Runs what may take a proof first. @returns `run`, and the form that asks for the proof while there is one */
export function useProven(email: string): {
  run: (work: () => Promise<void>) => Promise<void>;
  form: VNode | undefined;
} {
  const [wanted, setWanted] = useState<{ work: () => Promise<void> }>();
  const again = useSaving(async ({ work }: { work: () => Promise<void> }) => {
    await work();
    setWanted(undefined);
  });
  const run = async (work: () => Promise<void>): Promise<void> => {
    await work().catch((refusal: unknown) => {
      if (!(refusal instanceof Refusal && refusal.problem.code === 'confirmation_required')) throw refusal;
      setWanted({ work });
    });
  };
  if (wanted === undefined) return { run, form: undefined };
  const { error } = again;
  return {
    run,
    form:
      error === undefined ? (
        <Confirm email={email} onDone={() => again.save(wanted)} onCancel={() => setWanted(undefined)} />
      ) : (
        <Failure error={error} retry={() => again.save(wanted)} />
      ),
  };
}

export function Confirm(props: ConfirmProps): VNode {
  const [ways, setWays] = useState<ConfirmationBody>();
  const reading = useLatest(async () => {
    setWays((await ask<ConfirmationBody>(`${PATH}/begin`, { method: 'POST' })).body);
  });
  useEffect(() => reading.save(), []);
  if (reading.error !== undefined) return <Failure error={reading.error} retry={reading.save} />;
  return ways === undefined ? <Waiting /> : <Proof {...props} ways={ways} />;
}

function Proof({ email, onDone, onCancel, ways }: ConfirmProps & { ways: ConfirmationBody }): VNode {
  const { password, passkey } = ways;
  const isOffered = passkey !== undefined && hasPasskeys();
  const { error, isBusy, save } = useSaving(async (form?: HTMLFormElement) => {
    const body =
      form === undefined ? { credential: await newUse() } : { password: passwordIn(form), ...codeIn(form) };
    await ask(PATH, { method: 'POST', body });
    onDone();
  });
  useEffect(() => {
    const form = document.querySelector('form[name="confirm"]');
    form?.querySelector<HTMLElement>('input:not([hidden]), button')?.focus();
  }, []);
  if (password === null && !isOffered) return <p>{NOT_HERE}</p>;
  return (
    <Form name="confirm" error={error} onSubmit={save} isKept>
      {/* A page of its own has a title that says so. */}
      {onCancel !== undefined && (
        <p class="confirm">
          <b>Confirm that it is you.</b>
        </p>
      )}
      <Fields email={email} password={password} />
      <div class="row">
        {password !== null && (
          <Button isPrimary isBusy={isBusy}>
            Confirm
          </Button>
        )}
        {isOffered && (
          <Button isPrimary={password === null} isBusy={isBusy} onClick={() => save()}>
            Use your passkey
          </Button>
        )}
        {onCancel !== undefined && (
          <button type="button" class="button" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </Form>
  );
}

/** The password and the code, as far as they are taken. */
function Fields({
  email,
  password,
}: {
  email: string;
  password: ConfirmationBody['password'];
}): VNode | null {
  if (password === null) return null;
  return (
    <>
      {/* For password managers. */}
      <input hidden type="email" autocomplete="username" value={email} readOnly />
      <TextField label="Password" name="/password" type="password" autocomplete="current-password" required />
      {password === 'with_code' && (
        <TextField
          label="Code"
          name="/code"
          hint="From your authenticator app, or a recovery code."
          autocomplete="one-time-code"
          required
        />
      )}
    </>
  );
}

const NOT_HERE =
  'Your passkeys do not work in this browser or at this address. Use the one where you added them, or ask a super admin to remove them.';

interface ButtonProps {
  isPrimary: boolean;
  isBusy: boolean;
  /** Without it, the button submits the form. */
  onClick?: () => void;
  children: ComponentChildren;
}

function Button({ isPrimary, isBusy, onClick, children }: ButtonProps): VNode {
  const look = isPrimary ? 'button primary' : 'button';
  return (
    <button
      type={onClick === undefined ? 'submit' : 'button'}
      class={look}
      disabled={isBusy}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** Uses a passkey with a new challenge: the first one may be old or used up by now. */
async function newUse(): Promise<unknown> {
  const { body } = await ask<ConfirmationBody>(`${PATH}/begin`, { method: 'POST' });
  return body.passkey === undefined ? undefined : usePasskey(body.passkey);
}

function codeIn(form: HTMLFormElement): { code?: string } {
  const { '/code': code } = valuesOf(form);
  return code === undefined ? {} : { code: String(code) };
}
