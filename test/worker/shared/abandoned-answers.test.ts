/**
 * Answers from outside of which Leadline needs no more are ended: a body that nobody reads would keep the connection open. A Worker
 * has six at a time.
 */
import { createECDH, randomBytes } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { exchange, read } from '../../../worker/core/conversions/outbox/exchanges.ts';
import { attempt } from '../../../worker/core/outbound/webhooks/attempts.ts';
import { push, pushKeysOf } from '../../../worker/core/people/push/push.ts';
import { passOn } from '../../../worker/core/phone/progress/recordings.ts';
import { fetchFile } from '../../../worker/core/reports/costs/feeds/fetch-file.ts';
import { withPage } from '../../../worker/edge/site-check/fetch-page.ts';
import { answerWithFile } from '../../../worker/shared/http/foreign-files.ts';
import { askService } from '../../../worker/shared/limits/bounded-text.ts';

const PIECE = new Uint8Array(100_000).fill(120);
const HTML = { 'Content-Type': 'text/html' };
const rules = { mayBePrivate: false, domains: ['acme.example'], seenSites: [] };

/** The head of an answer. Its body has no end, or nothing comes of it. */
interface Head {
  status?: number;
  headers?: Record<string, string>;
  isSilent?: boolean;
}

interface Answer {
  response: Response;
  isCancelled: () => boolean;
}

function endless({ status = 200, headers = {}, isSilent = false }: Head): Answer {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => (isSilent ? new Promise(() => undefined) : controller.enqueue(PIECE)),
    cancel: () => {
      isCancelled = true;
    },
  });
  return { response: new Response(body, { status, headers }), isCancelled: () => isCancelled };
}

/** Answers the requests with these heads, one after another. @returns the answers so far */
function answerWith(heads: readonly Head[]): Answer[] {
  const answers: Answer[] = [];
  vi.stubGlobal('fetch', async () => {
    const head = heads[answers.length];
    if (head === undefined) throw new Error('There is no further answer.');
    const answer = endless(head);
    answers.push(answer);
    return answer.response;
  });
  return answers;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const redirect = (to: string): Head => ({ status: 302, headers: { Location: to } });
const check = (): Promise<unknown> =>
  withPage(new URL('https://acme.example/'), rules, async ({ response }) => (await response.text()).length);
const feed = (): Promise<unknown> => fetchFile('https://sheets.example/costs', rules);
const service = (): Promise<unknown> =>
  askService('https://service.example/', { timeoutMs: 60_000, mostBytes: 1_000 });
const deliver = (): Promise<unknown> =>
  attempt(
    { url: 'https://hooks.example/', secrets: [] },
    { id: 'message', body: '{}' },
    { rules, failedBefore: 0, createdTime: Date.now() },
  );
const wake = (): Promise<unknown> => {
  const browser = createECDH('prime256v1');
  return push(
    {
      endpoint: 'https://push.example/1',
      p256dh: browser.generateKeys().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
    { id: 'message', payload: '{}', isUrgent: false },
    { keys: pushKeysOf('secret'), contact: 'mailto:ops@acme.example', rules },
  );
};
const file = (more: { ifNoneMatch?: string; isHead?: boolean } = {}): Promise<unknown> =>
  passOn('https://carrier.example/recording', {
    account: undefined,
    range: undefined,
    ifNoneMatch: undefined,
    isHead: false,
    format: 'mp3',
    addresses: rules,
    learn: () => undefined,
    ...more,
  });
const convert = (): Promise<unknown> => exchange({ url: 'https://ads.example/', headers: {}, body: '{}' });

test.for<[what: string, heads: readonly Head[], work: () => Promise<unknown>]>([
  ['a page that is too large', [{ headers: HTML }], check],
  ['a page with an error', [{ status: 500, headers: HTML }], check],
  ['a picture instead of a page', [{ headers: { 'Content-Type': 'image/png' } }], check],
  ['a page that leads on', [redirect('/home'), { status: 404 }], check],
  ['a page that leads elsewhere', [redirect('https://other.example/')], check],
  ['a page that leads on and on', Array.from({ length: 6 }, () => redirect('/')), check],
  ['a file of costs that is too large', [{}], feed],
  ['a file of costs that is gone', [{ status: 404 }], feed],
  ['a page instead of a file of costs', [{ headers: HTML }], feed],
  ['a file of costs that leads on', [redirect('/export'), { status: 403 }], feed],
  ['a long answer of a service', [{}], service],
  ['an error of a service', [{ status: 500 }], service],
  ['a service that has nothing', [{ status: 404 }], service],
  ['a delivered webhook', [{}], deliver],
  ['a refused webhook', [{ status: 410 }], deliver],
  ['a webhook that failed', [{ status: 503 }], deliver],
  ['a push', [{ status: 201 }], wake],
  ['a push to a browser that is gone', [{ status: 410 }], wake],
  ['a push that failed', [{ status: 500 }], wake],
  ['a recording that leads on', [redirect('https://files.example/1'), { status: 404 }], file],
  ['a recording that leads on and on', Array.from({ length: 4 }, () => redirect('/')), file],
  ['a recording that the browser has', [{ headers: { ETag: '"1"' } }], () => file({ ifNoneMatch: '"1"' })],
  ['the head of a recording', [{}], () => file({ isHead: true })],
  ['a recording that is shorter than the range', [{ status: 416 }], file],
  ['a long answer of an ad platform', [{}], convert],
  ['a long document of an ad platform', [{ status: 400 }], () => read('https://ads.example/', {})],
])('%s is not held open', async ([, heads, work]) => {
  const answers = answerWith(heads);

  await work().catch(() => undefined);

  expect(answers.map(({ isCancelled }) => isCancelled())).toEqual(heads.map(() => true));
});

test('a page of which enough was read is not held open', async () => {
  const answers = answerWith([{ headers: HTML }]);

  await withPage(new URL('https://acme.example/'), rules, async ({ response, stop }) => {
    stop();
    return (await response.text()).length;
  });
  const [first] = answers;
  expect(first?.isCancelled()).toBe(true);

  const further = answerWith([{ headers: HTML }]);
  await withPage(new URL('https://acme.example/'), rules, async ({ response }) => response.body?.cancel());
  expect(further.map(({ isCancelled }) => isCancelled())).toEqual([true]);
});

test('a file of which nothing comes is not held open', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { response, isCancelled } = endless({ isSilent: true });
  const answer = answerWithFile(response, { range: undefined, isHead: false }).catch(
    (error: unknown) => error,
  );

  await vi.advanceTimersByTimeAsync(10_000);

  expect(await answer).toMatchObject({ code: 'bad_gateway' });
  expect(isCancelled()).toBe(true);
});
