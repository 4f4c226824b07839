/** Hashes the networks of sign-ins. The key differs from that of visitors, so the hashes cannot be linked. */
import { KeyedHash } from '../shared/secrets/keyed-hash.ts';
import { plainSender, type Sender, senderOfRequest } from '../shared/limits/networks.ts';

const networks = new KeyedHash('leadline sign-in network');

/** A sender of whom nothing is known. */
const NOBODY: Sender = { network: '', block: '' };

/** Returns the sender of a request, as keyed hashes; empty ones where the platform does not set the address. */
export function signInSender(headers: Headers, secret: string | undefined): Sender {
  const sender = senderOfRequest(headers, (text) => networks.of(text, secret));
  return sender === undefined ? NOBODY : plainSender(sender);
}
