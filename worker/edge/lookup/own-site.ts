/**
 * Whether a question comes from one of the company's sites, so that pages of other sites show none of its numbers. This
 * protects no secret: a client that is no browser can claim any origin.
 */
import { plainHost } from '../../dni/pure/domains.ts';
import { Problem } from '../../shared/http/problems.ts';
import type { CompiledSettings } from './choice/compiled-settings.ts';
import type { Visit } from './schema.ts';

/** RFC 1035, 2.3.4, as it is written with dots. */
const MAX_HOST_LENGTH = 253;

/**
 * Every site that the request names must be the company's: its origin, `domain`, and the host of `url`. A browser's
 * `Origin: null` (a sandboxed frame, a file) is no site of anybody's.
 * @throws Problem `domain_not_allowed`
 */
export function requireOwnSite(compiled: CompiledSettings, visit: Visit, origin: string | undefined): void {
  if (compiled.settings.domains.length === 0) return;
  const sites = {
    Origin: origin === undefined ? undefined : (hostOfUrl(origin) ?? origin),
    domain: plainHost(visit.domain),
    url: hostOfUrl(visit.url),
  };
  for (const [name, host] of Object.entries(sites)) {
    if (host === undefined || (host.length <= MAX_HOST_LENGTH && compiled.isOwnSite(host))) continue;
    const shown = host.slice(0, MAX_HOST_LENGTH);
    throw new Problem(
      'domain_not_allowed',
      `${name} is ${shown}, which is not one of the company's domains.`,
    );
  }
}

function hostOfUrl(url: string | undefined): string | undefined {
  return url === undefined ? undefined : plainHost(URL.parse(url)?.hostname);
}
