/** Signs a user in: the form, and a dialog over the screen after the session ended. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Refusal } from '../api/api.ts';
import { enterWith, hasPasskeys, signInByPasskey, suggestPasskeys } from '../api/passkeys.ts';
import { Dialog } from '../components/over/dialog.tsx';
import { Form, Submit, TextField } from '../forms/fields.tsx';
import { passwordIn, valuesOf } from '../forms/form-values.ts';
import { type Saving, useSaving } from '../forms/saving.ts';
import { enter } from '../api/session.ts';
import { user } from '../api/user.ts';

/** The sign-in dialog. Typed text on the screen below it stays. */
export function SignInAgain(): VNode {
  return (
    <Dialog title="Sign in again" size="narrow">
      <p class="soft signed-out">
        Your session has ended. Sign in again to continue; nothing on this page is lost.
      </p>
      <SignInForm email={user.value?.email ?? ''} />
    </Dialog>
  );
}

/** What is sent: the form, or a passkey that was chosen; without one, the browser asks for it. */
type Sent = HTMLFormElement | { credential?: unknown };

export function SignInForm({ email }: { email?: string }): VNode {
  const { needsCode, error, isBusy, save } = useSignIn();
  return (
    <Form name="sign-in" isKept hasFocus error={error} onSubmit={save}>
      <TextField
        label="E-mail address"
        name="/email"
        type="email"
        autocomplete="username webauthn"
        defaultValue={email ?? ''}
        required
      />
      <TextField label="Password" name="/password" type="password" autocomplete="current-password" required />
      {needsCode && (
        <TextField
          label="Code"
          name="/code"
          hint="From your authenticator app, or a recovery code."
          autocomplete="one-time-code"
          required
        />
      )}
      <Submit disabled={isBusy}>Sign in</Submit>
      {hasPasskeys() && (
        <button type="button" class="button" disabled={isBusy} onClick={() => save({})}>
          {needsCode ? 'Use a passkey' : 'Sign in with a passkey'}
        </button>
      )}
    </Form>
  );
}

/** Signs in by password or by passkey, one at a time, and suggests passkeys meanwhile. */
function useSignIn(): Saving<[Sent]> & { needsCode: boolean } {
  const [needsCode, setNeedsCode] = useState(false);
  const stopSuggesting = useRef(() => {});
  const suggest = (): void => {
    stopSuggesting.current = suggestPasskeys((credential) => save({ credential }));
  };
  const { error, isBusy, save } = useSaving(async (sent: Sent) => {
    if (sent instanceof HTMLFormElement) return enterByPassword(sent);
    // The browser asks for one passkey at a time.
    stopSuggesting.current();
    const entering = sent.credential === undefined ? signInByPasskey() : enterWith(sent.credential);
    await entering.catch((refusal: unknown) => {
      suggest();
      throw refusal;
    });
  });
  const enterByPassword = async (form: HTMLFormElement): Promise<void> => {
    const values = valuesOf(form);
    const proof = { email: String(values['/email']), password: passwordIn(form) ?? '' };
    const code = needsCode ? { code: String(values['/code']) } : {};
    await enter({ ...proof, ...code }).catch((refusal: unknown) => {
      if (!(refusal instanceof Refusal && refusal.problem.code === 'code_required')) throw refusal;
      setNeedsCode(true);
    });
  };
  useEffect(() => {
    suggest();
    return () => stopSuggesting.current();
  }, []);
  useEffect(() => document.getElementsByName('/code')[0]?.focus(), [needsCode]);
  return { needsCode, error, isBusy, save };
}
