/** Decides which sites are a company's own. Pure. */

/** Normalises a host for comparison: lower case, no port, no trailing dot. @returns undefined for an empty one */
export function plainHost(text: string | undefined): string | undefined {
  const host = text?.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
  return host === '' ? undefined : host;
}

/**
 * Tells whether a site is one of the company's domains or a subdomain. Without domains every site is.
 * @param host from `plainHost`
 */
export function isOwnHost(host: string, domains: ReadonlySet<string>): boolean {
  if (domains.size === 0 || domains.has(host)) return true;
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
    if (domains.has(host.slice(dot + 1))) return true;
  }
  return false;
}
