/** Coordinates of addresses: asked of the resolver of a deployment, for branches without any. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../harness/builders.ts';
import { freshIp, problemOf, sendAs } from '../../../harness/client.ts';
import { expectDocumented } from '../../../harness/documented.ts';
import { noted } from '../../../harness/exchanges.ts';
import { goldenFiles } from '../../../harness/golden.ts';
import { OPERATOR_TOKEN } from '../../../harness/operator-token.ts';
import { type OwnWorker, startServer, startWorker } from '../../../harness/own-worker.ts';
import { foundIn } from '../../../../worker/edge/settings/address-resolver.ts';
import type { PlacesBody } from '../../../../worker/edge/settings/answer-schema.ts';

const COMPANY = '00000000-0000-4000-8000-00000000000a';
const DOWNING_STREET = { latitude: '51.5034', longitude: '-0.1276' };

/** The addresses that the resolver was asked for. */
const asked: string[] = [];
let resolver: Awaited<ReturnType<typeof startServer>>;
let worker: OwnWorker;

beforeAll(async () => {
  resolver = await startServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://resolver').searchParams;
    asked.push(`${query.get('q')} in ${query.get('in')}`);
    if (query.get('q') === 'broken') response.writeHead(500).end();
    else if (query.get('q') === 'elsewhere') {
      const Location = `${resolver.url}/search?q=10%20Downing%20Street,%20London`;
      response.writeHead(302, { Location }).end();
    } else if (query.get('q') === 'page') response.end('<!doctype html>');
    else if (query.get('q') !== '10 Downing Street, London') response.end('[]');
    else response.end('[{"lat":"51.5033635","lon":"-0.1276248","display_name":"10 Downing Street"}]');
  });
  worker = await startWorker({
    OPERATOR_TOKEN,
    ADDRESS_URL: `${resolver.url}/search?q={address}&in={country}`,
  });
});
afterAll(async () => {
  await worker.close();
  await resolver.close();
});

async function find(body: unknown): Promise<Response> {
  const url = new URL(`/dni/api/companies/${COMPANY}/places`, worker.url);
  const init = {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${OPERATOR_TOKEN}`,
      'Content-Type': 'application/json',
      'CF-Connecting-IP': freshIp(),
    },
    body: JSON.stringify(body),
  };
  const response = await fetch(url, init);
  await expectDocumented(response, url, init.method);
  return noted(response, url, init);
}

test('each address gets its coordinates, in their order, and an unknown one null', async () => {
  const golden = goldenFiles('lookup');
  asked.length = 0;
  const addresses = ['10 Downing Street, London', '1 Nowhere Lane'];

  const answer = await golden<PlacesBody>('places', await find({ addresses, country: 'GB' }));

  expect(answer).toEqual({ is_available: true, places: [DOWNING_STREET, null] });
  expect(asked).toEqual(['10 Downing Street, London in gb', '1 Nowhere Lane in gb']);
});

test('an address with signs of a query stays one value', async () => {
  asked.length = 0;
  await answerOf(await find({ addresses: ['A&in=us#{country}'] }));
  expect(asked).toEqual(['A&in=us#{country} in ']);
});

test('a resolver that fails, or answers no JSON, knows nothing', async () => {
  const { places } = await answerOf<PlacesBody>(
    await find({ addresses: ['broken', 'page', '10 Downing Street, London'] }),
  );
  expect(places).toEqual([null, null, DOWNING_STREET]);
});

test('nobody but the resolver gets an address: a redirect is not followed', async () => {
  asked.length = 0;

  expect((await answerOf<PlacesBody>(await find({ addresses: ['elsewhere'] }))).places).toEqual([null]);

  expect(asked).toEqual(['elsewhere in ']);
});

test('wrong bodies are refused with each fault', async () => {
  for (const body of [{}, { addresses: [] }, { addresses: Array.from({ length: 11 }, () => 'A') }]) {
    const response = await find(body);
    expect([response.status, (await problemOf(response)).errors.length]).toEqual([400, 1]);
  }
  const response = await find({ addresses: [' ', 'x'.repeat(301)], country: 'England' });
  const { errors } = await problemOf(response);
  expect(errors.map(({ pointer }) => pointer)).toEqual(['/addresses/0', '/addresses/1', '/country']);
});

test('without a resolver nothing is asked; managers may ask, agents and others may not', async () => {
  const { companyId, superadmin, manager, agent } = await makeCompanyWithUsers();
  const other = await makeCompanyWithUsers();
  const path = `/dni/api/companies/${companyId}/places`;
  const body = { addresses: ['1 Oak St, Austin'] };

  for (const user of [superadmin, manager]) {
    const answer = await answerOf(await sendAs(user, 'POST', path, body));
    expect(answer).toEqual({ is_available: false, places: [null] });
  }
  expect((await sendAs(agent, 'POST', path, body)).status).toBe(403);
  expect((await sendAs(other.superadmin, 'POST', path, body)).status).toBe(401);
});

describe('the answers of services', () => {
  test.for<[service: string, answer: unknown]>([
    ['Nominatim', [{ lat: '51.5034', lon: '-0.1276' }]],
    ['Photon', { features: [{ geometry: { type: 'Point', coordinates: [-0.1276, 51.5034] } }] }],
    ['Google', { results: [{ geometry: { location: { lat: 51.5034, lng: -0.1276 } } }] }],
    ['OpenCage', { results: [{ geometry: { lat: 51.5034, lng: -0.1276 } }] }],
    ['HERE', { items: [{ position: { lat: 51.5034, lng: -0.1276 } }] }],
    ['the US Census', { result: { addressMatches: [{ coordinates: { x: -0.1276, y: 51.5034 } }] } }],
    ['one of your own', { latitude: 51.5034, longitude: -0.1276 }],
  ])('%s are read', ([, answer]) => {
    expect(foundIn(answer)).toEqual(DOWNING_STREET);
  });

  test.for<[what: string, answer: unknown]>([
    ['no match', []],
    ['no results', { results: [] }],
    ['a list of nothing', [null]],
    ['an error', { error: 'limit exceeded' }],
    ['half a place', [{ lat: '51.5' }]],
    ['an empty text', [{ lat: '', lon: '' }]],
    ['a place off the earth', [{ lat: 91, lon: 0 }]],
    ['text', 'London'],
    ['null', null],
  ])('%s is no place', ([, answer]) => {
    expect(foundIn(answer)).toBeUndefined();
  });
});
