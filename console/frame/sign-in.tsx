/** Signs a user in: the form, and a dialog over the screen after the session ended. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Refusal } from '../api/api.ts';
import { Dialog } from '../components/over/dialog.tsx';
import { Form, TextField } from '../forms/fields.tsx';
import { passwordIn, valuesOf } from '../forms/form-values.ts';
import { useSaving } from '../forms/saving.ts';
import { signIn } from '../api/session.ts';
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

export function SignInForm({ email }: { email?: string }): VNode {
  const [needsCode, setNeedsCode] = useState(false);
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    const values = valuesOf(form);
    const proof = { email: String(values['/email']), password: passwordIn(form) ?? '' };
    const code = needsCode ? { code: String(values['/code']) } : {};
    await signIn({ ...proof, ...code }).catch((refusal: unknown) => {
      if (!(refusal instanceof Refusal && refusal.problem.code === 'code_required')) throw refusal;
      setNeedsCode(true);
    });
  });
  useEffect(() => document.getElementsByName('/code')[0]?.focus(), [needsCode]);
  return (
    <Form name="sign-in" isKept error={error} onSubmit={save}>
      <TextField
        label="E-mail address"
        name="/email"
        type="email"
        autocomplete="username"
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
      <button type="submit" class="button primary" disabled={isBusy}>
        Sign in
      </button>
    </Form>
  );
}
