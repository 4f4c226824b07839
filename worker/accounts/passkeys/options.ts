/** What a browser is asked for, in the form that `PublicKeyCredential.parse…OptionsFromJSON()` reads. Pure. */
import { CHALLENGE_MS } from './challenges.ts';
import type { Passkey } from './passkey.ts';
import type { RelyingParty } from './relying-party.ts';
import { ALGORITHMS } from './responses.ts';

/** A credential that the browser is to use, or not to make again (`PublicKeyCredentialDescriptorJSON`). */
interface Descriptor {
  type: 'public-key';
  id: string;
  transports: string[];
}

/** The options of a new passkey (`PublicKeyCredentialCreationOptionsJSON`). */
export interface CreationOptions {
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  challenge: string;
  pubKeyCredParams: { type: 'public-key'; alg: number }[];
  timeout: number;
  excludeCredentials: Descriptor[];
  authenticatorSelection: {
    residentKey: 'required';
    requireResidentKey: true;
    userVerification: 'required';
  };
  attestation: 'none';
}

/** The options of a passkey's use (`PublicKeyCredentialRequestOptionsJSON`). */
export interface RequestOptions {
  challenge: string;
  rpId: string;
  timeout: number;
  userVerification: 'required';
  /** Absent at the sign-in: the browser offers those that it knows, so that the answer is the same for everybody. */
  allowCredentials?: Descriptor[];
}

/** Returns the options of a new passkey. It is discoverable, so that people sign in without typing their address. */
export function creationOptions(
  site: RelyingParty,
  {
    challenge,
    handle,
    email,
    present,
  }: { challenge: string; handle: string; email: string; present: readonly Passkey[] },
): CreationOptions {
  return {
    rp: { id: site.id, name: 'Leadline' },
    user: { id: handle, name: email, displayName: email },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MS,
    excludeCredentials: descriptorsOf(present, site),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
}

/** Returns the options of a passkey's use. @param allowed those of somebody who is known already */
export function requestOptions(
  site: RelyingParty,
  { challenge, allowed }: { challenge: string; allowed?: readonly Passkey[] },
): RequestOptions {
  return {
    challenge,
    rpId: site.id,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    ...(allowed === undefined ? {} : { allowCredentials: descriptorsOf(allowed, site) }),
  };
}

function descriptorsOf(passkeys: readonly Passkey[], site: RelyingParty): Descriptor[] {
  return passkeys
    .filter(({ host }) => host === site.id)
    .map(({ credentialId: id, transports }) => ({ type: 'public-key', id, transports }));
}
