/** The user's own second factor: whether there is one, and how it is set up, renewed and turned off. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { OwnFactorBody, RecoveryCodesBody } from '../../../../worker/core/people/factors/reference.ts';
import { ask } from '../../../api/api.ts';
import { changed, useResource } from '../../../api/resource.ts';
import { toast } from '../../../components/over/toasts.tsx';
import { Read } from '../../../components/read.tsx';
import { When } from '../../../components/text/values.tsx';
import { Form, TextField } from '../../../forms/fields.tsx';
import { passwordIn, valuesOf } from '../../../forms/form-values.ts';
import { useSaving } from '../../../forms/saving.ts';
import { FACTOR_PATH } from './paths.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUp } from './set-up.tsx';

export function SecondFactor({ email }: { email: string }): VNode {
  const shown = useResource<OwnFactorBody>(FACTOR_PATH);
  return (
    <section class="card padded">
      <h2>Two-factor sign-in</h2>
      <Read shown={shown}>{(factor) => <Factor email={email} factor={factor} />}</Read>
    </section>
  );
}

type Action = 'set up' | 'renew' | 'end';

function Factor({ email, factor }: { email: string; factor: OwnFactorBody }): VNode {
  const [action, setAction] = useState<Action>();
  const { since_time: since, recovery_codes_left: left, is_required: isRequired } = factor;
  const done = (): void => {
    setAction(undefined);
    changed(FACTOR_PATH);
  };
  if (action === 'set up') return <SetUp email={email} onDone={done} />;
  if (action !== undefined) return <Proven key={action} action={action} email={email} onDone={done} />;
  if (since === null) {
    return (
      <>
        <p class="soft">
          Then nobody can sign in with your password alone: it takes a code from an app on your phone, too.
        </p>
        <button type="button" class="button primary" onClick={() => setAction('set up')}>
          Set up two-factor sign-in
        </button>
      </>
    );
  }
  return (
    <>
      <p class="soft">
        On since <When time={since} />. {left === 1 ? 'One recovery code is' : `${left} recovery codes are`}{' '}
        left.
        {isRequired && ` ${factor.company_name} requires two-factor sign-in.`}
      </p>
      <div class="row">
        <button type="button" class="button" onClick={() => setAction('renew')}>
          New recovery codes
        </button>
        {!isRequired && (
          <button type="button" class="button danger" onClick={() => setAction('end')}>
            Turn off
          </button>
        )}
      </div>
    </>
  );
}

interface ProvenProps {
  action: Exclude<Action, 'set up'>;
  email: string;
  onDone: () => void;
}

/** Does what takes the password and a code again. */
function Proven({ action, email, onDone }: ProvenProps): VNode {
  const [codes, setCodes] = useState<readonly string[]>();
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    const body = { password: passwordIn(form), code: String(valuesOf(form)['/code']) };
    if (action === 'end') {
      await ask(`${FACTOR_PATH}/end`, { method: 'POST', body });
      toast('Two-factor sign-in is off.');
      onDone();
      return;
    }
    const answer = await ask<RecoveryCodesBody>(`${FACTOR_PATH}/recovery_codes`, { method: 'POST', body });
    setCodes(answer.body.recovery_codes ?? []);
  });
  if (codes !== undefined) return <RecoveryCodes email={email} codes={codes} onDone={onDone} />;
  return (
    <Form name="second-factor" error={error} onSubmit={save} isKept>
      {/* For password managers. */}
      <input hidden type="email" autocomplete="username" value={email} readOnly />
      <TextField label="Password" name="/password" type="password" autocomplete="current-password" required />
      <TextField
        label="Code"
        name="/code"
        hint="From your authenticator app, or a recovery code."
        autocomplete="one-time-code"
        required
      />
      <div class="row">
        <button type="submit" class={`button ${action === 'end' ? 'danger' : 'primary'}`} disabled={isBusy}>
          {action === 'end' ? 'Turn off' : 'Make new recovery codes'}
        </button>
        <button type="button" class="button" onClick={onDone}>
          Cancel
        </button>
      </div>
    </Form>
  );
}
