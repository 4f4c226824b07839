/** Which sites are a company's own. Pure. */

/**
 * Whether a site belongs to the company: any does when it names no domains, else one of them or a subdomain.
 * @param host lower case, without a port and without the dot of the root at its end
 */
export function isOwnHost(host: string, domains: ReadonlySet<string>): boolean {
  if (domains.size === 0 || domains.has(host)) return true;
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
    if (domains.has(host.slice(dot + 1))) return true;
  }
  return false;
}
