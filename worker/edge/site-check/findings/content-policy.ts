/** Evaluates content security policies for the widget's script and requests (CSP Level 3). Pure. */

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** A script of the page. */
export interface LoadedScript {
  src: URL;
  nonce: string;
  /** Its `integrity` attribute, for instance `sha384-...`. */
  integrity: string;
}

/** The policies of a page; all must allow a resource. */
export class ContentPolicies {
  readonly #policies: readonly ReadonlyMap<string, readonly string[]>[];
  readonly #page: URL;

  /** @param policies values of the header, each a comma-separated list, and of `meta` elements */
  constructor(policies: readonly string[], page: URL) {
    this.#policies = policies.flatMap((text) => text.split(',')).map(directivesOf);
    this.#page = page;
  }

  /** Tells whether the page may load the script. */
  allowsScript(script: LoadedScript): boolean {
    return this.#policies.every((policy) => {
      const sandbox = policy.get('sandbox');
      if (sandbox !== undefined && !sandbox.includes('allow-scripts')) return false;
      const sources = firstOf(policy, ['script-src-elem', 'script-src', 'default-src']);
      if (sources === undefined) return true;
      if (isNamed(sources, script)) return true;
      // With it, hosts are ignored (CSP 3, 8.2), and a tag in the HTML needs a nonce.
      if (includes(sources, "'strict-dynamic'")) return false;
      return sources.some((source) => this.#matches(source, script.src));
    });
  }

  /** Tells whether scripts of the page may send requests to `target`. */
  allowsRequest(target: URL): boolean {
    return this.#policies.every((policy) => {
      const sources = firstOf(policy, ['connect-src', 'default-src']);
      return sources === undefined || sources.some((source) => this.#matches(source, target));
    });
  }

  #matches(source: string, url: URL): boolean {
    const page = this.#page;
    if (source === '*') return /^https?:$/.test(url.protocol);
    if (/^'self'$/i.test(source)) {
      return isSchemeOrBetter(page.protocol, url) && url.hostname === page.hostname && hasSamePort(page, url);
    }
    if (/^[a-z][a-z\d+.-]*:$/i.test(source)) return isSchemeOrBetter(source.toLowerCase(), url);
    return matchesHostSource(source.toLowerCase(), url, page.protocol);
  }
}

/** Matches a host source. @param source `https://*.example.com:443/path`, all but the host optional */
function matchesHostSource(source: string, url: URL, pageProtocol: string): boolean {
  const parts = /^(?:([a-z][a-z\d+.-]*:)\/\/)?(\*|[*\w.-]+)(?::(\d+|\*))?(\/.*)?$/.exec(source);
  if (parts === null) return false;
  const [, scheme = pageProtocol, host = '', port = DEFAULT_PORTS[url.protocol], path = ''] = parts;
  return (
    isSchemeOrBetter(scheme, url) &&
    matchesHost(host, url.hostname) &&
    (port === '*' || portOf(url) === port) &&
    matchesPath(path, url.pathname)
  );
}

function directivesOf(policy: string): ReadonlyMap<string, readonly string[]> {
  const directives = new Map<string, readonly string[]>();
  for (const part of policy.split(';')) {
    const [name = '', ...values] = part.trim().split(/\s+/);
    // A second directive of the same name is ignored.
    if (name !== '' && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), values);
  }
  return directives;
}

function firstOf(
  policy: ReadonlyMap<string, readonly string[]>,
  names: readonly string[],
): readonly string[] | undefined {
  const name = names.find((candidate) => policy.has(candidate));
  return name === undefined ? undefined : policy.get(name);
}

/** Tells whether the policy allows this script by nonce or hash. */
function isNamed(sources: readonly string[], { nonce, integrity }: LoadedScript): boolean {
  if (nonce !== '' && sources.includes(`'nonce-${nonce}'`)) return true;
  const hashes = integrity.split(/\s+/).filter((hash) => hash !== '');
  return hashes.length > 0 && hashes.every((hash) => sources.includes(`'${hash}'`));
}

function includes(sources: readonly string[], keyword: string): boolean {
  return sources.some((source) => source.toLowerCase() === keyword);
}

/** Matches schemes: `http:` also allows `https:` (CSP 3, 6.7.2.9). */
function isSchemeOrBetter(scheme: string, { protocol }: URL): boolean {
  return protocol === scheme || (scheme === 'http:' && protocol === 'https:');
}

function hasSamePort(page: URL, url: URL): boolean {
  if (page.protocol === url.protocol) return portOf(page) === portOf(url);
  return page.port === '' && url.port === '';
}

function portOf({ port, protocol }: URL): string | undefined {
  return port === '' ? DEFAULT_PORTS[protocol] : port;
}

function matchesHost(pattern: string, host: string): boolean {
  if (pattern === '*') return true;
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

function matchesPath(pattern: string, path: string): boolean {
  if (pattern === '' || pattern === '/') return true;
  return pattern.endsWith('/') ? path.startsWith(pattern) : path === pattern;
}
