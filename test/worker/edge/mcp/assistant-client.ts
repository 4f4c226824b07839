/** The official client of the Model Context Protocol, connected to the Worker under test. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { send } from '../../../harness/client.ts';
import { workerUrl } from '../../../harness/worker-url.ts';

/** The revision without sessions, and the one before it. */
export const REVISIONS = ['2026-07-28', '2025-11-25'] as const;
export type Revision = (typeof REVISIONS)[number];

/** An answer of a tool. */
export interface ToolAnswer {
  isError: boolean;
  text: string;
  structured: unknown;
}

/** An assistant. */
export interface Assistant {
  client: Client;
  /** Calls a tool. @throws Error when the answer does not fit the schema of the tool */
  call: (name: string, input?: Record<string, unknown>) => Promise<ToolAnswer>;
}

/** Connects an assistant. @param authorization the value of its header */
export async function connect(authorization: string, revision: Revision = '2026-07-28'): Promise<Assistant> {
  const client = new Client(
    { name: 'tests', version: '1' },
    { versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' } },
  );
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', workerUrl()), {
    requestInit: { headers: { Authorization: authorization } },
    fetch: (url, init = {}) => send(new URL(url).pathname, init),
  });
  await client.connect(transport);
  const { tools } = await client.listTools();
  return {
    client,
    call: async (name, input = {}) => {
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: input });
      const faults = faultsOf(tools.find((tool) => tool.name === name)?.outputSchema, structuredContent);
      if (isError !== true && faults !== '') throw new Error(`${name} answers against its schema: ${faults}`);
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      return { isError: isError === true, text, structured: structuredContent };
    },
  };
}

/** Returns what is wrong with an answer; empty if nothing, and if the tool is not listed. */
function faultsOf(schema: object | undefined, answer: unknown): string {
  if (schema === undefined) return '';
  const ajv = new Ajv2020({ strict: true, validateFormats: false, allowUnionTypes: true });
  const isValid = ajv.compile(schema);
  return isValid(answer) ? '' : ajv.errorsText(isValid.errors);
}

/** Sends one message as it is. */
export function post(
  authorization: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return send('/mcp', {
    method: 'POST',
    headers: {
      Authorization: authorization,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
