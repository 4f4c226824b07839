/** The user's own data, and a new password. */
import type { VNode } from 'preact';
import { ask } from '../../api/api.ts';
import { user } from '../../api/user.ts';
import { toast } from '../../components/over/toasts.tsx';
import { Form, TextField } from '../../forms/fields.tsx';
import { passwordIn } from '../../forms/form-values.ts';
import { NewPassword } from '../../forms/new-password.tsx';
import { useSaving } from '../../forms/saving.ts';
import { ROLE_NAMES } from './roles.ts';
import { SecondFactor } from './second-factor/section.tsx';
import { Sessions } from './sessions.tsx';

export function Profile(): VNode | null {
  const { value: who } = user;
  if (who === undefined) return null;
  return (
    <div class="profile">
      <section class="card padded">
        <h2>{who.name}</h2>
        <p class="soft">
          {who.email} · {ROLE_NAMES[who.role_id]}
        </p>
      </section>
      <section class="card padded">
        <h2>Password</h2>
        <p class="soft">
          One password for all your companies. A new one signs you out everywhere else and ends your tokens
          and personal API keys.
        </p>
        <PasswordForm email={who.email} />
      </section>
      <SecondFactor email={who.email} />
      <Sessions />
    </div>
  );
}

function PasswordForm({ email }: { email: string }): VNode {
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    const body = { current_password: passwordIn(form, 'current_password'), password: passwordIn(form) };
    await ask('/me/password', { method: 'POST', body });
    form.reset();
    toast('Password changed.');
  });
  return (
    <Form name="own-password" error={error} onSubmit={save} isKept>
      {/* For password managers. */}
      <input hidden type="email" autocomplete="username" value={email} readOnly />
      <TextField
        label="Current password"
        name="/current_password"
        type="password"
        autocomplete="current-password"
      />
      <NewPassword />
      <button type="submit" class="button primary" disabled={isBusy}>
        Change the password
      </button>
    </Form>
  );
}
