/** Hashes, click ids and events, as Meta's two libraries make them. */
import { createRequire } from 'node:module';
import { expect, test, vi } from 'vitest';
import { fbcOf } from '../../worker/core/conversions/platforms/meta.ts';
import { EMAILS, FBCLID, metaEvent, PHONE, TIME } from '../worker/core/conversions/examples.ts';
import { asRecorded, recordingOf } from './recording.ts';

const load = createRequire(import.meta.url);

interface ParamBuilder {
  getNormalizedAndHashedPII(value: string, kind: string): string;
  processRequest(host: string, query: object, cookies: object, referer: null): void;
  getFbc(): string;
}

/** An object of the business SDK: setters that return it, and `normalize`. */
type Built = Record<string, (value?: unknown) => unknown>;

function makeBuilder(): ParamBuilder {
  const library = load('capi-param-builder-nodejs') as {
    ParamBuilder: new (domains: string[]) => ParamBuilder;
  };
  return new library.ParamBuilder(['example.com']);
}

function make(name: string, members: Record<string, unknown>): Built {
  const sdk = load('facebook-nodejs-business-sdk') as Record<string, new () => Built>;
  const made = new (sdk[name] ?? Object)() as Built;
  for (const [setter, value] of Object.entries(members)) made[setter]?.(value);
  return made;
}

test('Meta’s libraries hash numbers and addresses as recorded', async () => {
  const builder = makeBuilder();
  // A mark of the library follows the hash.
  const built = (value: string, kind: string): string =>
    builder.getNormalizedAndHashedPII(value, kind).split('.')[0] ?? '';

  await expect(
    asRecorded({
      sdk: make('UserData', { setPhones: [PHONE], setEmails: EMAILS })['normalize']?.(),
      builder: { ph: [built(PHONE, 'phone')], em: EMAILS.map((email) => built(email, 'email')) },
    }),
  ).toMatchFileSnapshot(recordingOf('meta-hashes'));
});

test('Meta’s library makes the fbc of a click as recorded', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: TIME });
  const builder = makeBuilder();
  builder.processRequest('example.com', { fbclid: FBCLID }, {}, null);
  vi.useRealTimers();

  await expect(asRecorded({ time: TIME, fbclid: FBCLID, fbc: builder.getFbc() })).toMatchFileSnapshot(
    recordingOf('meta-fbc'),
  );
});

test('Meta’s business SDK makes the recorded event', async () => {
  const { event_id: id } = metaEvent();
  const userData = make('UserData', {
    setPhones: [PHONE],
    setEmails: EMAILS,
    setFbc: fbcOf(FBCLID, TIME - 60_000),
    setClientUserAgent: 'Browser/1',
  });
  const event = make('ServerEvent', {
    setEventName: 'Lead',
    setEventTime: Math.floor(TIME / 1000),
    setEventId: id,
    setActionSource: 'phone_call',
    setOptOut: true,
    setUserData: userData,
    setCustomData: make('CustomData', { setValue: 49.9, setCurrency: 'EUR' }),
  })['normalize']?.();

  expect(id).toEqual(expect.any(String));
  await expect(asRecorded(event)).toMatchFileSnapshot(recordingOf('meta-event'));
});
