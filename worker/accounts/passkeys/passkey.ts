/** A passkey of a login. */

/** Most passkeys of a login. */
export const MAX_PASSKEYS = 10;

export interface Passkey {
  passkeyId: string;
  /** The id that the authenticator knows it by, base64url. */
  credentialId: string;
  /** SubjectPublicKeyInfo, base64url. */
  publicKey: string;
  /** How often it was used, as the authenticator counts; 0 for those that do not count. */
  counter: number;
  /** The host name of the site that it is for. */
  host: string;
  name: string;
  /** How a browser reaches the authenticator: `internal`, `hybrid`, `usb`. */
  transports: string[];
  /** Whether it is kept on more than one device. */
  isSynced: boolean;
  /** Milliseconds since the epoch, like all times here. */
  createdTime: number;
  lastUsedTime: number | null;
}
