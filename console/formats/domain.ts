/** Reads the addresses of sites as people type them. Pure. */

/**
 * Returns the domain of a typed address: `acme.com` for `www.acme.com/contact`, `https://acme.com:8080/`; '' for nothing.
 * @returns undefined if it is not an address, or only the ending of many sites (`dk`)
 */
export function domainOf(text: string): string | undefined {
  if (text === '') return '';
  const url = /\s/.test(text) ? null : URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  const host = url?.hostname.replace(/^www\./, '').replace(/\.$/, '') ?? '';
  return host.includes('.') || host === 'localhost' ? host : undefined;
}
