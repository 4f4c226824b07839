/** Sets a second factor up: the password, the code of an authenticator app, and the recovery codes. */
import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { encodeQR } from 'qr';
import type { FactorSetupBody, RecoveryCodesBody } from '../../../../worker/core/people/factors/reference.ts';
import { ask } from '../../../api/api.ts';
import { Code } from '../../../components/over/code.tsx';
import { Form, Submit, TextField } from '../../../forms/fields.tsx';
import { passwordIn, valuesOf } from '../../../forms/form-values.ts';
import { useSaving } from '../../../forms/saving.ts';
import { useProven } from './confirm.tsx';
import { FACTOR_PATH } from './paths.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Light modules around a QR code, by its standard (ISO/IEC 18004). */
const QUIET_ZONE = 4;
/** Letters of the secret are read aloud and typed in groups of four. */
const GROUPS = /.{1,4}/g;

interface SetUpProps {
  email: string;
  /** Called when the person has kept the recovery codes. */
  onDone: () => void;
}

export function SetUp({ email, onDone }: SetUpProps): VNode {
  const [begun, setBegun] = useState<FactorSetupBody>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined) return <RecoveryCodes email={email} codes={codes} onDone={onDone} />;
  if (begun?.secret === undefined) return <Begin email={email} onBegun={setBegun} />;
  return <Confirm secret={begun.secret} uri={begun.uri ?? ''} onCodes={setCodes} />;
}

function Begin({ email, onBegun }: { email: string; onBegun: (begun: FactorSetupBody) => void }): VNode {
  const { run, form: proof } = useProven(email);
  const { error, isBusy, save } = useSaving((form: HTMLFormElement) => {
    const body = { password: passwordIn(form) };
    return run(async () =>
      onBegun((await ask<FactorSetupBody>(`${FACTOR_PATH}/begin`, { method: 'POST', body })).body),
    );
  });
  if (proof !== undefined) return proof;
  return (
    <Form name="second-factor-begin" error={error} onSubmit={save} isKept>
      {/* For password managers. */}
      <input hidden type="email" autocomplete="username" value={email} readOnly />
      <TextField label="Password" name="/password" type="password" autocomplete="current-password" required />
      <Submit disabled={isBusy}>Continue</Submit>
    </Form>
  );
}

interface ConfirmProps {
  secret: string;
  uri: string;
  onCodes: (codes: readonly string[]) => void;
}

function Confirm({ secret, uri, onCodes }: ConfirmProps): VNode {
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    const body = { code: String(valuesOf(form)['/code']) };
    const answer = await ask<RecoveryCodesBody>(`${FACTOR_PATH}/confirm`, { method: 'POST', body });
    onCodes(answer.body.recovery_codes ?? []);
  });
  useEffect(() => document.getElementsByName('/code')[0]?.focus(), []);
  return (
    <>
      <p>Scan the picture with an authenticator app on your phone, then enter the code that it shows.</p>
      <QrCode text={uri} />
      <details>
        <summary>Type the key instead</summary>
        <Code label="Key for the app" code={secret.match(GROUPS)?.join(' ') ?? secret} />
      </details>
      <Form name="second-factor-confirm" error={error} onSubmit={save} isKept>
        <TextField
          label="Code"
          name="/code"
          hint="Six digits. The app shows a new code every 30 seconds."
          inputMode="numeric"
          autocomplete="one-time-code"
          required
        />
        <Submit disabled={isBusy}>Turn on</Submit>
      </Form>
    </>
  );
}

function QrCode({ text }: { text: string }): VNode {
  const { size, path } = useMemo(() => drawn(text), [text]);
  return (
    <svg role="img" aria-label="QR code of the key" width="208" height="208" viewBox={`0 0 ${size} ${size}`}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}

/** Draws a QR code as one path of squares. */
function drawn(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE });
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return { size: rows.length, path: squares.join('') };
}
