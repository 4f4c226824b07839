/** The page of a link: an invitation, or a new password. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { readAnswer, Refusal, send } from '../../api/api.ts';
import { load } from '../../address/router.ts';
import { Failure, Waiting } from '../../components/notice.tsx';
import { Form, Submit, TextField } from '../../forms/fields.tsx';
import { passwordIn, valuesOf } from '../../forms/form-values.ts';
import { NewPassword } from '../../forms/new-password.tsx';
import { useLatest, useSaving } from '../../forms/saving.ts';
import { forgetUser } from '../../api/session.ts';
import { goOnToSignIn } from './after-link.ts';
import { Card, ToSignIn } from '../../components/welcome/card.tsx';

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** What a link is for. */
interface Purpose {
  kind: 'invitation' | 'password';
  email: string;
  name?: string;
  company_id?: string;
  company_name?: string;
  brand_name?: string;
  further_company_names?: string[];
}

export function ByLink({ link }: { link: string }): VNode {
  const [purpose, setPurpose] = useState<Purpose>();
  const reading = useLatest(async () => {
    const body = { link };
    setPurpose((await readAnswer<Purpose>(await send('/auth/link', { method: 'POST', body }))).body);
  });
  useEffect(() => reading.save(), [link]);
  if (reading.error !== undefined) {
    return (
      <Card title="This link does not work">
        <Failure error={reading.error} retry={reading.save} />
        <p class="beside">
          <a href="/console/link">Ask for a new password</a>
        </p>
        <ToSignIn />
      </Card>
    );
  }
  return purpose === undefined ? <Waiting /> : <Choice link={link} purpose={purpose} />;
}

function Choice({ link, purpose }: { link: string; purpose: Purpose }): VNode {
  const { kind, company_name: company, further_company_names: further = [] } = purpose;
  const { brand_name: product } = purpose;
  const name = product ?? 'Leadline';
  const [isKnown, setKnown] = useState(false);
  const { error, isBusy, save } = useSaving((form: HTMLFormElement) => use(link, { purpose, form }));
  const isInvitation = kind === 'invitation';
  return (
    <Card title={isInvitation ? `Welcome to ${company}` : 'Choose a new password'} product={product}>
      <p class="soft">
        {isInvitation
          ? `${company} invites you to work with them in ${name}.${alsoIn(further)}`
          : `You are signed out everywhere else${company === undefined ? '' : ` at ${company}`}.`}
      </p>
      <Form key={String(isKnown)} name="link" isKept hasFocus error={error} onSubmit={save}>
        <Fields purpose={purpose} isKnown={isKnown} />
        <Submit disabled={isBusy}>{isInvitation ? 'Accept and sign in' : 'Save and sign in'}</Submit>
      </Form>
      {isInvitation && (
        <p class="beside">
          <button type="button" class="link" onClick={() => setKnown(!isKnown)}>
            {isKnown ? 'Choose a new password instead' : `I already sign in to ${name} with this address`}
          </button>
        </p>
      )}
      <ToSignIn />
    </Card>
  );
}

function Fields({ purpose, isKnown }: { purpose: Purpose; isKnown: boolean }): VNode {
  const { kind, email, name = '' } = purpose;
  return (
    <>
      <TextField
        label="E-mail address"
        name="/email"
        type="email"
        autocomplete="username"
        defaultValue={email}
        readOnly
      />
      {kind === 'invitation' && (
        <TextField label="Your name" name="/name" autocomplete="name" defaultValue={name} />
      )}
      {isKnown ? (
        <TextField
          label="Your present password"
          name="/present_password"
          type="password"
          autocomplete="current-password"
        />
      ) : (
        <NewPassword />
      )}
    </>
  );
}

function alsoIn(further: readonly string[]): string {
  return further.length === 0 ? '' : ` The same sign-in is for ${LIST.format(further)}, too.`;
}

/** Uses the link and opens the console. @throws Refusal, Unreachable */
async function use(
  link: string,
  { purpose, form }: { purpose: Purpose; form: HTMLFormElement },
): Promise<void> {
  const values = valuesOf(form);
  const name = String(values['/name'] ?? '').trim();
  const [password, present] = [passwordIn(form), passwordIn(form, 'present_password')];
  const body = {
    link,
    ...(name === '' ? {} : { name }),
    ...(password === undefined ? {} : { password }),
    ...(present === undefined ? {} : { present_password: present }),
  };
  try {
    await readAnswer(await send('/console/session/link', { method: 'POST', body }));
  } catch (error) {
    if (!(error instanceof Refusal && error.problem.code === 'code_required')) throw error;
    forgetUser();
    return goOnToSignIn({ email: purpose.email, text: doneBy(purpose) }, purpose.company_id);
  }
  forgetUser();
  load('/console/');
}

/** Says what a link has done for somebody who signs in with two factors. */
function doneBy({ kind, company_name: company = '' }: Purpose): string {
  return kind === 'invitation'
    ? `You have joined ${company}. To open it, sign in with your password and a code, or with a passkey.`
    : 'Your new password is saved. Sign in with it and a code, or with a passkey.';
}
