/** Keyed hashes of the networks that people sign in from. Their key is not that of visitors, so the two cannot be compared. */
import { KeyedHash } from '../shared/secrets/keyed-hash.ts';
import { networkOfRequest } from '../shared/limits/networks.ts';

const networks = new KeyedHash('leadline sign-in network');

/** The keyed hash of the network that a request comes from; empty where the platform does not say. */
export function signInNetwork(headers: Headers, secret: string | undefined): string {
  const network = networkOfRequest(headers);
  return network === undefined ? '' : networks.of(network, secret);
}
