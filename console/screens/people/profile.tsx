/** The user's own data, and a new password. */
import type { VNode } from 'preact';
import type { CurrentUserBody } from '../../../worker/core/people/users/answer-schema.ts';
import { type Answer, ask } from '../../api/api.ts';
import { companyPath } from '../../api/company.ts';
import { changed, useResource } from '../../api/resource.ts';
import { mayWrite, user } from '../../api/user.ts';
import { toast } from '../../components/over/toasts.tsx';
import { Read } from '../../components/read.tsx';
import { CheckField, Form, Submit, TextField } from '../../forms/fields.tsx';
import { passwordIn, valuesOf } from '../../forms/form-values.ts';
import { NO_VERSION, useMembers } from '../../forms/save-members.ts';
import { NewPassword } from '../../forms/new-password.tsx';
import { useSaving } from '../../forms/saving.ts';
import { isContinued } from '../../typed/typed.ts';
import { Passkeys } from './passkeys/section.tsx';
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
      {mayWrite() && (
        <section class="card padded">
          <h2>Phone</h2>
          <p class="soft">It rings for calls to the company, and when you call somebody back.</p>
          <Phone />
        </section>
      )}
      <section class="card padded">
        <h2>Password</h2>
        <p class="soft">
          One password for all your companies. A new one signs you out everywhere else and ends your tokens
          and personal API keys.
        </p>
        <PasswordForm email={who.email} />
      </section>
      <Passkeys email={who.email} />
      <SecondFactor email={who.email} />
      <Sessions />
    </div>
  );
}

function Phone(): VNode {
  const shown = useResource<CurrentUserBody>('/me');
  const { answer } = shown;
  return <Read shown={shown}>{() => answer && <PhoneForm answer={answer} />}</Read>;
}

type Own = Pick<CurrentUserBody, 'phone' | 'notify_reminders_by_sms'>;

function PhoneForm({ answer }: { answer: Answer<CurrentUserBody> }): VNode {
  const members = useMembers<Own>(
    { ...NO_VERSION, body: ownOf(answer.body) },
    { write: saveOwn, readNow: async () => ({ ...NO_VERSION, body: ownOf((await ask<Own>('/me')).body) }) },
  );
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    const values = valuesOf(form);
    await members.save({
      phone: String(values['/phone']).trim(),
      notify_reminders_by_sms: values['/notify_reminders_by_sms'] === true,
    });
    toast('Phone saved.');
  });
  return (
    <Form name="own-phone" error={error} onSubmit={save}>
      <TextField
        label="Your phone"
        name="/phone"
        type="tel"
        autocomplete="tel"
        defaultValue={members.begun.phone}
        hint="As you would dial it, or with + and the country code"
      />
      <CheckField
        label="Text reminders to this phone"
        name="/notify_reminders_by_sms"
        defaultChecked={members.begun.notify_reminders_by_sms}
      />
      <Submit disabled={isBusy}>Save the phone</Submit>
    </Form>
  );
}

function ownOf({ phone, notify_reminders_by_sms: isTexted }: Own): Own {
  return { phone, notify_reminders_by_sms: isTexted };
}

async function saveOwn(change: Partial<Own>): Promise<typeof NO_VERSION> {
  await ask('/me/modify', { method: 'POST', body: change });
  changed('/me', companyPath('/users'));
  return NO_VERSION;
}

function PasswordForm({ email }: { email: string }): VNode {
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    const body = { current_password: passwordIn(form, 'current_password'), password: passwordIn(form) };
    await ask('/me/password', { method: 'POST', body });
    // What was typed meanwhile stays.
    if (!isContinued(form)) form.reset();
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
      <Submit disabled={isBusy}>Change the password</Submit>
    </Form>
  );
}
