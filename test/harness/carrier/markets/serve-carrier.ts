/** Serves a fake carrier over HTTP, for the Worker. */
import { startServerForTest } from '../../receiver.ts';
import type { FakeCarrier } from './fake-carrier.ts';

/** Starts a server that ends with the test. @returns its address */
export async function serveCarrier(carrier: FakeCarrier): Promise<string> {
  const { url } = await startServerForTest((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = 'GET', url: path = '', headers } = request;
      const answer = carrier.answer({
        url: `http://carrier.test${path}`,
        method,
        headers: {
          Authorization: headers.authorization ?? '',
          'Content-Type': headers['content-type'] ?? '',
        },
        body: Buffer.concat(chunks).toString(),
      });
      response.writeHead(answer.status, { 'Content-Type': 'application/json' });
      void answer.text().then((text) => response.end(text));
    });
  });
  return url;
}
