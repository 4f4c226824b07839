/** What stands for the networks that people sign in from; it cannot be told to be the one of a visitor. */
import { KeyedHash } from '../keyed-hash.ts';
import { networkOfRequest } from '../networks.ts';

const networks = new KeyedHash('leadline sign-in network');

/** The keyed hash of the network that a request comes from; empty where the platform does not say. */
export function signInNetwork(headers: Headers, secret: string | undefined): string {
  const network = networkOfRequest(headers);
  return network === undefined ? '' : networks.of(network, secret);
}
