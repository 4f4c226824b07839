/** The site for which passkeys are made: a browser offers a passkey on this site alone (WebAuthn Level 3, 4, "Relying Party Identifier"). Pure. */

export interface RelyingParty {
  /** The host name. */
  id: string;
  /** The origin of the console's pages. */
  origin: string;
}

/**
 * Returns the site of `PUBLIC_URL`; where that is not set, the site at which the request came in.
 * @param url of the request
 */
export function relyingParty(url: string, publicUrl: string | undefined): RelyingParty {
  const { hostname, origin } = new URL(URL.canParse(publicUrl ?? '') ? (publicUrl ?? '') : url);
  return { id: hostname, origin };
}
