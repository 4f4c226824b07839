/** People who sign in with passkeys. */
import {
  type CreationOptions,
  type CredentialJson,
  type RequestOptions,
  SoftPasskey,
} from './authenticator.ts';
import { answerOf } from './builders.ts';
import { basic, freshIp, send, sendAs, type TestUser } from './client.ts';
import { workerUrl } from './worker-url.ts';

/** A secret of a browser. */
export const CLIENT = 'a-secret-of-this-browser-alone';

/** Asks for the options of a sign-in. */
export async function askForChallenge(client = CLIENT): Promise<RequestOptions> {
  return answerOf<RequestOptions>(await postTo('/auth/passkey/begin', { client }));
}

/** Sends the answer of an authenticator. */
export function sendPasskey(
  credential: CredentialJson,
  { client = CLIENT, ip = freshIp(), ...more }: { client?: string; ip?: string; kind?: string } = {},
): Promise<Response> {
  return postTo('/auth/passkey', { client, credential, ...more }, ip);
}

/** Signs in with a passkey. */
export async function signInByPasskey(
  passkey: SoftPasskey,
  more: { ip?: string; kind?: string } = {},
): Promise<Response> {
  return sendPasskey(passkey.use(await askForChallenge()), more);
}

/** Signs in with a passkey and returns the credentials. @throws Error when the sign-in is refused */
export async function signedInByPasskey(
  passkey: SoftPasskey,
  more: { ip?: string; kind?: string } = {},
): Promise<{ authorization: string }> {
  const { email, token } = await answerOf<{ email: string; token: string }>(
    await signInByPasskey(passkey, more),
  );
  return { authorization: basic(email, token) };
}

/** Adds a passkey in a session. @throws Error when it is refused */
export async function addPasskey(
  user: Pick<TestUser, 'authorization'>,
  passkey = new SoftPasskey(workerUrl()),
): Promise<{ passkey: SoftPasskey; id: string }> {
  const options = await answerOf<CreationOptions>(await sendAs(user, 'POST', '/me/passkeys/begin'));
  const added = await sendAs(user, 'POST', '/me/passkeys', { credential: passkey.create(options) });
  return { passkey, id: (await answerOf<{ passkey_id: string }>(added)).passkey_id };
}

/** Confirms in a session, by a password or a passkey. */
export async function confirmAs(
  user: Pick<TestUser, 'authorization'>,
  proof: { password: string; code?: string } | SoftPasskey,
): Promise<Response> {
  if (!(proof instanceof SoftPasskey)) return sendAs(user, 'POST', '/me/confirmation', proof);
  const { passkey } = await answerOf<{ passkey: RequestOptions }>(
    await sendAs(user, 'POST', '/me/confirmation/begin'),
  );
  return sendAs(user, 'POST', '/me/confirmation', { credential: proof.use(passkey) });
}

function postTo(path: string, body: object, ip = freshIp()): Promise<Response> {
  return send(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': ip },
    body: JSON.stringify(body),
  });
}
