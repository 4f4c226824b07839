/** Hashes the networks of sign-ins. The key differs from that of visitors, so the hashes cannot be linked. */
import { KeyedHash } from '../shared/secrets/keyed-hash.ts';
import { networkOfRequest } from '../shared/limits/networks.ts';

const networks = new KeyedHash('leadline sign-in network');

/** Returns the keyed hash of a request's network; empty where the platform does not set the address. */
export function signInNetwork(headers: Headers, secret: string | undefined): string {
  const network = networkOfRequest(headers);
  return network === undefined ? '' : networks.of(network, secret);
}
