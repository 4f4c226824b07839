/**
 * The messages of the Model Context Protocol: JSON-RPC 2.0, one message a request. Serves the revision without sessions
 * (2026-07-28), whose requests say everything themselves, and those before it, which begin with `initialize`. Pure.
 */
import { isObject } from '../../shared/http/input.ts';

/** The revision whose requests carry version and capabilities themselves. */
const STATELESS = '2026-07-28';
/** The revisions that begin with `initialize`, latest first. The batches of the last one are refused. */
const WITH_HANDSHAKE: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26'];
export const VERSIONS: readonly string[] = [STATELESS, ...WITH_HANDSHAKE];

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const SERVER = 'io.modelcontextprotocol/serverInfo';

/** How long a client may keep the list of tools; the rights of a key seldom change. */
const FRESH_MS = 60_000;

/** The codes of JSON-RPC 2.0 and of the protocol. */
const CODES = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
};

type RpcId = string | number;

/** A request that has to be answered. */
export interface RpcRequest {
  id: RpcId;
  method: string;
  params: Record<string, unknown>;
  /** Whether the request is of the revision without sessions. */
  isStateless: boolean;
}

/** A message that is refused, and the status of the answer. */
export class RpcRefusal extends Error {
  readonly code: number;
  readonly status: 200 | 400 | 404 | 406;
  readonly data: unknown;
  readonly id: RpcId | undefined;

  constructor(
    code: keyof typeof CODES,
    message: string,
    about: { id?: RpcId | undefined; status?: 200 | 400 | 404 | 406; data?: unknown } = {},
  ) {
    super(message);
    this.code = CODES[code];
    this.status = about.status ?? 400;
    this.data = about.data;
    this.id = about.id;
  }
}

/** The body of a refusal. */
export function refusalBody({ id, code, message, data }: RpcRefusal): object {
  return {
    jsonrpc: '2.0',
    ...(id === undefined ? {} : { id }),
    error: { code, message, ...(data === undefined ? {} : { data }) },
  };
}

/**
 * Reads a message.
 * @returns undefined for a notification, which gets no answer
 * @throws RpcRefusal for anything but one request or notification, and for a revision that is not served
 */
export function readMessage(body: unknown, headers: Headers): RpcRequest | undefined {
  if (Array.isArray(body)) {
    throw new RpcRefusal(
      'invalidRequest',
      'Send one message in a request. The protocol has had no batches since 2025-06-18.',
    );
  }
  const { jsonrpc, id, method, params = {} } = isObject(body) ? body : {};
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isObject(params)) {
    throw new RpcRefusal(
      'invalidRequest',
      'Send a JSON-RPC 2.0 request: {"jsonrpc": "2.0", "id", "method", "params"}.',
    );
  }
  if (id === undefined) return undefined;
  if (typeof id !== 'string' && !Number.isInteger(id)) {
    throw new RpcRefusal('invalidRequest', 'The id of a request is a string or a whole number.');
  }
  const request = { id: id as RpcId, method, params };
  return { ...request, isStateless: isStateless(request, headers) };
}

/** Returns the answer to a request. @param kind `list` for answers that a client may keep for a while */
export function resultBody(
  { id, isStateless: isWhole }: RpcRequest,
  result: Record<string, unknown>,
  { server, kind }: { server: object; kind: 'list' | 'single' },
): object {
  if (!isWhole) return { jsonrpc: '2.0', id, result };
  // The list depends on the rights of the key.
  const kept = kind === 'list' ? { ttlMs: FRESH_MS, cacheScope: 'private' } : {};
  return {
    jsonrpc: '2.0',
    id,
    result: { resultType: 'complete', ...result, ...kept, _meta: { [SERVER]: server } },
  };
}

/** Returns the revision for a client that begins with `initialize`: its own, or the latest of those. */
export function agreedVersion({ protocolVersion }: Record<string, unknown>): string | undefined {
  return WITH_HANDSHAKE.find((version) => version === protocolVersion) ?? WITH_HANDSHAKE[0];
}

/** Refuses a method that is not served. */
export function unknownMethod({ id, method, isStateless: isWhole }: RpcRequest): RpcRefusal {
  return new RpcRefusal('methodNotFound', `Method not found: ${method}`, { id, status: isWhole ? 404 : 200 });
}

/** Refuses the parameters of a request. */
export function invalidParams({ id }: RpcRequest, message: string): RpcRefusal {
  return new RpcRefusal('invalidParams', message, { id, status: 200 });
}

/**
 * Tells whether a request is of the revision without sessions, and checks what that requires.
 * @throws RpcRefusal for a revision that is not served, and for headers that differ from the body
 */
function isStateless(request: Pick<RpcRequest, 'id' | 'method' | 'params'>, headers: Headers): boolean {
  const { id, params } = request;
  const header = headers.get('MCP-Protocol-Version');
  const meta = isObject(params['_meta']) ? params['_meta'] : {};
  const stated = meta[VERSION];
  if (stated === undefined && header === null) return false;
  if (header !== null && stated !== undefined && header !== stated) {
    throw mismatch(id, 'MCP-Protocol-Version', header, stated);
  }
  if (servedVersion(id, header ?? stated) !== STATELESS) return false;
  if (header === null || stated === undefined || !isObject(meta[CAPABILITIES])) {
    const needed = `the header MCP-Protocol-Version, and in params._meta ${VERSION} and ${CAPABILITIES}`;
    throw new RpcRefusal('invalidParams', `A request of ${STATELESS} needs ${needed}.`, { id });
  }
  requireMirrored(request, headers);
  return true;
}

/** @throws RpcRefusal for a revision that is not served, with those that are */
function servedVersion(id: RpcId, version: unknown): string {
  if (typeof version === 'string' && VERSIONS.includes(version)) return version;
  const data = { supported: VERSIONS, requested: version };
  throw new RpcRefusal('unsupportedVersion', 'Unsupported protocol version', { id, data });
}

/** Refuses headers that do not say what the body does: whatever stands in between reads them instead of it. */
function requireMirrored(
  { id, method, params }: Pick<RpcRequest, 'id' | 'method' | 'params'>,
  headers: Headers,
): void {
  const given = headers.get('Mcp-Method');
  if (given !== method) throw mismatch(id, 'Mcp-Method', given, method);
  const name = decoded(headers.get('Mcp-Name'));
  if (method === 'tools/call' && name !== params['name'])
    throw mismatch(id, 'Mcp-Name', name, params['name']);
}

function mismatch(id: RpcId, header: string, given: string | null, stated: unknown): RpcRefusal {
  const said = `Header mismatch: ${header} is ${given ?? 'absent'}, and the body says ${String(stated)}`;
  return new RpcRefusal('headerMismatch', said, { id });
}

/** Decodes a name that is no plain ASCII: `=?base64?...?=`. A malformed one stays as it is. */
function decoded(value: string | null): string | null {
  const encoded = value === null ? undefined : /^=\?base64\?([\w+/]*={0,2})\?=$/.exec(value)?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString();
}
