/** Asks for a link for a forgotten password. What it says afterwards does not depend on the address. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { readAnswer, send } from '../../api/api.ts';
import { Notice } from '../../components/notice.tsx';
import { Form, Submit, TextField } from '../../forms/fields.tsx';
import { valuesOf } from '../../forms/form-values.ts';
import { useSaving } from '../../forms/saving.ts';
import { Card, ToSignIn } from '../../components/welcome/card.tsx';

export function Forgotten(): VNode {
  const [asked, setAsked] = useState<{ isMailed: boolean }>();
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    const body = { username: String(valuesOf(form)['/username'] ?? '') };
    const answer = await readAnswer<{ is_mailed: boolean }>(
      await send('/auth/forgotten_password', { method: 'POST', body }),
    );
    setAsked({ isMailed: answer.body.is_mailed });
  });
  return (
    <Card title="Forgot your password?">
      {asked === undefined ? (
        <Form name="forgotten" isKept error={error} onSubmit={save}>
          <TextField label="E-mail address" name="/username" type="email" autocomplete="username" required />
          <Submit disabled={isBusy}>Send me a link</Submit>
        </Form>
      ) : (
        <output>
          <Notice kind={asked.isMailed ? 'good' : 'warning'}>
            {asked.isMailed
              ? 'If this address has an account, a link is on its way. It works once, for 30 minutes. Check the spam folder, too.'
              : 'Mail is not set up here. Ask a super admin of your company to make a link for you under People.'}
          </Notice>
        </output>
      )}
      <ToSignIn />
    </Card>
  );
}
