import { assert, jsonValue, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMessage, refusalBody, RpcRefusal } from '../../../../worker/edge/mcp/protocol.ts';

const LATEST = '2026-07-28';
const VERSION = 'io.modelcontextprotocol/protocolVersion';
const META = { [VERSION]: LATEST, 'io.modelcontextprotocol/clientCapabilities': {} };
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const call = { jsonrpc: '2.0', id: 'a', method: 'tools/call', params: { name: 'find_leads', _meta: META } };
const MIRRORED = { 'MCP-Protocol-Version': LATEST, 'Mcp-Method': 'tools/call', 'Mcp-Name': 'find_leads' };

/** Reads a message. @returns what was read, or the code and the status of the refusal */
function read(body: unknown, headers: Record<string, string> = {}): unknown {
  try {
    return readMessage(body, new Headers(headers));
  } catch (error) {
    if (error instanceof RpcRefusal) return [error.code, error.status];
    throw error;
  }
}

describe('a message', () => {
  test.for([
    ['a batch', [ping, ping]],
    ['a batch of 10,000', Array.from({ length: 10_000 }, () => ping)],
    ['an empty batch', []],
    ['null', null],
    ['a text', 'ping'],
    ['another version of JSON-RPC', { ...ping, jsonrpc: '1.0' }],
    ['no method', { jsonrpc: '2.0', id: 1 }],
    ['an answer', { jsonrpc: '2.0', id: 1, result: {} }],
    ['an id that is null', { ...ping, id: null }],
    ['an id that is no whole number', { ...ping, id: 1.5 }],
    ['an id that is an object', { ...ping, id: {} }],
    ['parameters in a list', { ...ping, params: [1] }],
  ])('is refused: %s', ([, body]) => {
    expect(read(body)).toEqual([-32_600, 400]);
  });

  test('is a request, or a notification that is not answered', () => {
    expect(read(ping)).toEqual({ id: 1, method: 'ping', params: {}, isStateless: false });
    expect(read({ jsonrpc: '2.0', method: 'notifications/initialized' })).toBeUndefined();
  });

  test('of any kind is read or refused', () => {
    assert(
      property(jsonValue(), string(), (body, version) => {
        const header = version.replaceAll(/[^\x21-\x7e]/g, '');
        const answer = read(body, { 'MCP-Protocol-Version': header });
        expect(answer === undefined || typeof answer === 'object').toBe(true);
      }),
    );
  });
});

describe('a revision', () => {
  test.for(['2025-11-25', '2025-06-18', '2025-03-26'])('with a handshake is served: %s', (version) => {
    expect(read(ping, { 'MCP-Protocol-Version': version })).toMatchObject({ isStateless: false });
  });

  test.for(['2024-11-05', '2027-01-01', 'x', ''])('that is not served is refused: "%s"', (version) => {
    expect(read(ping, { 'MCP-Protocol-Version': version })).toEqual([-32_022, 400]);
  });

  test('that is not served is told the revisions that are', () => {
    const refusal = (): unknown => readMessage(ping, new Headers({ 'MCP-Protocol-Version': '2027-01-01' }));

    let said: unknown;
    try {
      refusal();
    } catch (error) {
      said = refusalBody(error as RpcRefusal);
    }
    expect(said).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: {
        code: -32_022,
        message: 'Unsupported protocol version',
        data: { supported: [LATEST, '2025-11-25', '2025-06-18', '2025-03-26'], requested: '2027-01-01' },
      },
    });
  });

  test('without sessions says everything in each request', () => {
    expect(read(call, MIRRORED)).toMatchObject({ id: 'a', isStateless: true });
    expect(read(ping, { 'MCP-Protocol-Version': LATEST })).toEqual([-32_602, 400]);
    const { 'io.modelcontextprotocol/clientCapabilities': _, ...without } = META;
    expect(read({ ...call, params: { ...call.params, _meta: without } }, MIRRORED)).toEqual([-32_602, 400]);
    expect(read(call, { 'Mcp-Method': 'tools/call', 'Mcp-Name': 'find_leads' })).toEqual([-32_602, 400]);
  });

  test.for<Record<string, string>>([
    { 'MCP-Protocol-Version': '2025-11-25' },
    { 'Mcp-Method': 'tools/list' },
    { 'Mcp-Name': 'add_note' },
    { 'Mcp-Name': '=?base64?YWRkX25vdGU=?=' },
  ])('whose headers differ from the body is refused: %j', (headers) => {
    expect(read(call, { ...MIRRORED, ...headers })).toEqual([-32_020, 400]);
  });

  test('may have its name encoded in the header', () => {
    const name = `=?base64?${Buffer.from('find_leads').toString('base64')}?=`;
    expect(read(call, { ...MIRRORED, 'Mcp-Name': name })).toMatchObject({ isStateless: true });
  });
});
