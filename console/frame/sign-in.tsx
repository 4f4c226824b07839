/** Signs a user in: on a page of its own, or in a dialog over the screen after the session ended. */
import type { VNode } from 'preact';
import { Dialog } from '../components/over/dialog.tsx';
import { Form, TextField } from '../forms/fields.tsx';
import { valuesOf } from '../forms/form-values.ts';
import { Brand } from '../components/icon.tsx';
import { useSaving } from '../forms/saving.ts';
import { signIn } from '../api/session.ts';
import { user } from '../api/user.ts';

export function SignInPage(): VNode {
  return (
    <main class="welcome">
      <div class="brand">
        <Brand size={36} /> Leadline
      </div>
      <div class="welcome-card">
        <h1>Sign in</h1>
        <SignInForm />
      </div>
      <p>The right number for every visit, and every call a lead.</p>
    </main>
  );
}

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

function SignInForm({ email }: { email?: string }): VNode {
  const { error, isBusy, save } = useSaving((form: HTMLFormElement) => {
    // A password may begin or end with blanks.
    const password = form.querySelector<HTMLInputElement>('[name="/password"]')?.value ?? '';
    return signIn(String(valuesOf(form)['/email']), password);
  });
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
      <button type="submit" class="button primary" disabled={isBusy}>
        Sign in
      </button>
    </Form>
  );
}
