/** A server that stands for an engine of OpenAI's `POST /v1/audio/transcriptions`, and checks each request field by field. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { startServer } from '../../../../harness/own-worker.ts';

/** A request to the engine. */
interface Heard {
  authorization: string | undefined;
  fields: Record<string, string>;
  file: { name: string; type: string; bytes: Uint8Array };
}

/** How a request is answered: with what was said, a status, a body as it is, or not at all. */
export type SpeechReply =
  | { says: string; language?: string }
  | { status: number }
  | { raw: string }
  | 'silence';

export interface SpeechServer {
  url: string;
  requests: Heard[];
  /** Answers the requests; replaced by tests. */
  reply: (request: Heard) => SpeechReply | Promise<SpeechReply>;
  close: () => Promise<void>;
}

/** Starts the server. @param says what it hears in every recording */
export async function startSpeechServer(says: string): Promise<SpeechServer> {
  const requests: Heard[] = [];
  const server = await startServer((request, response) => void answer(request, response));
  const speech: SpeechServer = {
    url: `${server.url}/v1/audio/transcriptions`,
    requests,
    reply: () => ({ says }),
    close: () => server.close(),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || request.url !== '/v1/audio/transcriptions') {
      response.writeHead(404).end();
      return;
    }
    const heard = await read(request);
    requests.push(heard);
    const reply = await speech.reply(heard);
    if (reply === 'silence') return;
    if ('status' in reply) {
      response.writeHead(reply.status, { 'Content-Type': 'application/json' }).end('{"error":{}}');
      return;
    }
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end('raw' in reply ? reply.raw : JSON.stringify(whisperOf(reply)));
  }
  return speech;
}

function whisperOf({ says, language = 'english' }: { says: string; language?: string }): object {
  const segments = says
    .split('|')
    .map((each, index) => ({ start: index * 2, end: index * 2 + 2, text: ` ${each}`, avg_logprob: -0.1 }));
  return { task: 'transcribe', language, duration: segments.length * 2, text: says, segments };
}

async function read(request: IncomingMessage): Promise<Heard> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = new Response(Buffer.concat(chunks), {
    headers: { 'Content-Type': request.headers['content-type'] ?? '' },
  });
  const form = await body.formData();
  const file = form.get('file');
  if (!(file instanceof File)) throw new Error('There is no file.');
  const fields = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    authorization: request.headers.authorization,
    fields: Object.fromEntries(fields),
    file: { name: file.name, type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) },
  };
}
