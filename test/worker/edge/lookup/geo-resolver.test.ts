/** The resolver of places: it alone gets the address of a visitor, and a long answer is not read to its end. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { GeoResolver, UNRESOLVED } from '../../../../worker/edge/lookup/caches/geo-resolver.ts';

let server: Server;
afterEach(() => server.closeAllConnections());
afterEach(() => server.close());

async function serve(answer: RequestListener): Promise<string> {
  server = createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a place is found', async () => {
  const url = await serve((_, response) => response.end('{"lat":30.27,"lon":-97.74,"city":"Austin"}'));

  expect(await new GeoResolver().resolve(`${url}/{ip}`, '192.0.2.1')).toMatchObject({ city: 'Austin' });
});

test('a redirect is not followed', async () => {
  const asked: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    asked.push(request.url);
    if (request.url?.startsWith('/elsewhere') === true) response.end('{"lat":30.27,"lon":-97.74}');
    else response.writeHead(302, { Location: `/elsewhere${request.url ?? ''}` }).end();
  });

  expect(await new GeoResolver().resolve(`${url}/{ip}`, '192.0.2.1')).toBe(UNRESOLVED);
  expect(asked).toEqual(['/192.0.2.1']);
});

test('an answer that is too long says nothing', async () => {
  const url = await serve((_, response) =>
    response.end(`{"lat":30.27,"lon":-97.74,"note":"${'x'.repeat(20_000)}"}`),
  );

  expect(await new GeoResolver().resolve(`${url}/{ip}`, '192.0.2.1')).toBeUndefined();
});
