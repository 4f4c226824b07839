/** Which sites are a company's own. Pure. */

/** A host as hosts are compared: lower case, without the port and without the dot of the root; undefined for nothing. */
export function plainHost(text: string | undefined): string | undefined {
  const host = text?.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
  return host === '' ? undefined : host;
}

/**
 * Whether a site belongs to the company: any does when it names no domains, else one of them or a subdomain.
 * @param host as `plainHost` has it
 */
export function isOwnHost(host: string, domains: ReadonlySet<string>): boolean {
  if (domains.size === 0 || domains.has(host)) return true;
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
    if (domains.has(host.slice(dot + 1))) return true;
  }
  return false;
}
