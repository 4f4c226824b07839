import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../build/reference/operations.ts';
import { fileTypeOf, partTypeOf } from '../../worker/shared/http/file-types.ts';
import { answerOf } from '../harness/builders.ts';
import { sendAs } from '../harness/client.ts';
import {
  CLAIMS,
  HOSTILE_FILES,
  type HostileServer,
  POLYGLOTS,
  startHostileServer,
} from '../harness/hostile-files.ts';
import { mountedRoutes } from '../harness/mounted-routes.ts';
import { workerUrl } from '../harness/worker-url.ts';
import { AUSTIN, type CallCompany, makeCallCompany } from './core/phone/calls/call-company.ts';
import { effort } from '../harness/effort.ts';
import { makePng, PICTURES, REFUSED_PICTURES } from '../harness/pictures.ts';

/** Content types of the product's own answers, which browsers do not run. */
const OWN_TYPES = /^(?:application\/(?:problem\+)?json|text\/csv)\b/;
/** Scripts for pages. */
const SCRIPTS = ['GET /dni/leadline.js'];

/** Pages of the product's own for people without a session, which run nothing. */
const PAGES = ['GET /reports/confirm/{company}/{secret}', 'GET /reports/shared/{company}/{secret}'];
const RUNS_NOTHING = /^default-src 'none';(?!.*script-src)/;

/** Returns the routes that answer with this type. */
const routesWith = (type: string): string[] =>
  OPERATIONS.filter(({ answerType }) => answerType === type).map(({ path }) => path);
/** Routes that answer with files from outside. A new one has this type in the reference, and is tested here. */
const FILE_ROUTES = routesWith('*/*');
/** Routes that answer with pictures that a user has sent, which were checked then. */
const PICTURE_ROUTES = routesWith('image/*');

/** Declared types of parts without a signature. One of them is accepted. */
const PART_CLAIMS = ['image/jpeg', 'text/html', 'audio/page+xml'];

/** A sample in the gate. */
const TRIED_CLAIMS = CLAIMS.filter((_, index) => index % effort(4, 1) === 0);

const FILES = [
  ...Object.entries(HOSTILE_FILES).map(([name, file]) => ({ name, file, type: undefined })),
  ...Object.entries(POLYGLOTS).map(([name, { file, type }]) => ({ name: `${name} and HTML`, file, type })),
];

let server: HostileServer;
let company: CallCompany;
/** Existing records for path parameters; others do not exist. */
let known: Record<string, string>;
let headers: Record<string, string>;

beforeAll(async () => {
  server = await startHostileServer((close) => afterAll(close));
  company = await makeCallCompany();
  headers = {
    Cookie: `leadline=${Buffer.from(company.superadmin.authorization).toString('base64url')}`,
    'Sec-Fetch-Site': 'same-origin',
  };
  const tell = (path: string, body: object): Promise<Record<string, string>> =>
    sendAs(company.superadmin, 'POST', company.path + path, {
      number: AUSTIN,
      from: '+12065550199',
      ...body,
    }).then(answerOf<Record<string, string>>);
  const { call_id: call = '', lead_id: lead = '' } = await tell('/calls', {
    carrier_call_id: 'hostile',
    started_at: new Date().toISOString(),
    caller_name: '<script>1</script>',
    recording_url: `${server.url}/recording`,
  });
  const media = [{ url: `${server.url}/media`, content_type: 'image/jpeg' }];
  const { text_id: text = '' } = await tell('/texts', {
    carrier_text_id: 'hostile',
    message: '<script>1</script>',
    media,
  });
  known = { company: company.companyId, lead, call, text, index: '0', user: company.agent.userId };
});

function pathOf(route: string): string {
  return route.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? crypto.randomUUID());
}

/** Sends a request as clients of the API and pages of the console do. */
function ask(
  path: string,
  more: Record<string, string> = {},
  ...[method = 'GET', body]: [method?: string, body?: Uint8Array<ArrayBuffer>]
): Promise<Response>[] {
  const sent = body === undefined ? { method } : { method, body };
  return [
    fetch(workerUrl() + path, {
      ...sent,
      headers: { Authorization: company.superadmin.authorization, ...more },
    }),
    fetch(`${workerUrl()}/console/api${path}`, { ...sent, headers: { ...headers, ...more } }),
  ];
}

/** Lists the reasons why an answer is not safe to open in the console's origin: its headers, or a type that is neither media nor a download. */
function faultsOf({ headers: given }: Response): string[] {
  const type = given.get('Content-Type') ?? 'none';
  const isDownload = type === 'application/octet-stream' && given.get('Content-Disposition') === 'attachment';
  const isShown = /^(?:audio\/[\w-]+|video\/[\w-]+|image\/(?:png|jpeg|gif|webp))$/.test(type);
  return [
    ...(given.get('X-Content-Type-Options') === 'nosniff' ? [] : ['its type is guessed']),
    ...(given.get('Content-Security-Policy') === "sandbox; default-src 'none'" ? [] : ['it is not inert']),
    ...(given.has('Set-Cookie') ? ['it sets a cookie'] : []),
    ...(isDownload || isShown ? [] : [`its type is ${type}`]),
    ...(isShown && given.has('Content-Disposition') ? ['it says how it is opened'] : []),
  ];
}

test('the routes for files from outside are known', () => {
  expect(FILE_ROUTES).toEqual([
    '/companies/{company}/calls/{call}/recording',
    '/companies/{company}/texts/{text}/media/{index}',
  ]);
  expect(PICTURE_ROUTES).toEqual(['/companies/{company}/brand/logo']);
});

describe.each(PICTURE_ROUTES)('%s', (route) => {
  /** Sends a file, and returns the answers to its readers. */
  async function shown(body: Buffer, claim: string): Promise<Response[]> {
    const sent = ask(pathOf(route), { 'Content-Type': claim }, 'PUT', new Uint8Array(body));
    await Promise.all(sent);
    return Promise.all(ask(pathOf(route)));
  }

  test.for(Object.entries(PICTURES))(
    'answers with %s so that it is nothing but a picture, with any declared type',
    async ([, { file, type }]) => {
      const found: unknown[] = [];
      for (const claim of TRIED_CLAIMS) {
        for (const answer of await shown(file, claim ?? '')) {
          const isWhole = Buffer.from(await answer.arrayBuffer()).equals(file);
          found.push([answer.status, answer.headers.get('Content-Type'), isWhole, faultsOf(answer)]);
        }
      }

      expect(found).toEqual(TRIED_CLAIMS.flatMap(() => [1, 2].map(() => [200, type, true, []])));
    },
  );

  test('never answers with a file that is no picture, with any declared type', async () => {
    const former = makePng([3, 3]);
    await shown(former, 'image/png');
    const found: unknown[] = [];
    for (const { file } of Object.values(REFUSED_PICTURES)) {
      for (const answer of await shown(file, 'image/png')) {
        found.push([Buffer.from(await answer.arrayBuffer()).equals(former), faultsOf(answer)]);
      }
    }

    expect(found).toEqual(Object.keys(REFUSED_PICTURES).flatMap(() => [1, 2].map(() => [true, []])));
  });

  test('answers HEAD, a range and a known version with the same headers', async () => {
    const [first] = await shown(makePng([3, 3]), 'image/png');
    const known = { 'If-None-Match': first?.headers.get('ETag') ?? '' };
    const answers = await Promise.all([
      ...ask(pathOf(route), {}, 'HEAD'),
      ...ask(pathOf(route), { Range: 'bytes=0-9' }),
      ...ask(pathOf(route), known),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 304, 304]);
    expect(answers.slice(0, 4).flatMap(faultsOf)).toEqual([]);
    for (const { headers: given } of answers) {
      expect(given.get('Content-Security-Policy')).toBe("sandbox; default-src 'none'");
    }
  });
});

describe.each(FILE_ROUTES)('%s', (route) => {
  test.for(FILES)(
    'answers with $name so that no script runs, with any declared type',
    async ({ file, type }) => {
      const found: unknown[] = [];
      for (const claim of TRIED_CLAIMS) {
        server.sent = { file, claim };
        for (const answer of await Promise.all(ask(pathOf(route)))) {
          // An MP4 that is declared as audio is audio.
          const given = answer.headers.get('Content-Type')?.replace('audio/mp4', 'video/mp4');
          const isWhole = Buffer.from(await answer.arrayBuffer()).equals(file);
          found.push([claim, answer.status, given, isWhole, faultsOf(answer)]);
        }
      }

      const expected = type ?? 'application/octet-stream';
      expect(found).toEqual(
        TRIED_CLAIMS.flatMap((claim) => [1, 2].map(() => [claim, 200, expected, true, []])),
      );
    },
  );

  test.for(['bytes=3-', 'bytes=0-1', 'bytes=0-1,4-6'].slice(0, effort(1, 3)))(
    'answers with the part %s of each file in the same way',
    async (range) => {
      const faults: unknown[] = [];
      let asked = 0;
      for (const { name, file } of FILES.filter((each) => each.file.length > 5)) {
        for (const claim of PART_CLAIMS) {
          server.sent = { file, claim };
          for (const answer of await Promise.all(ask(pathOf(route), { Range: range }))) {
            await answer.body?.cancel();
            const found = faultsOf(answer);
            if (found.length > 0) faults.push([name, claim, found]);
            asked += 1;
          }
        }
      }

      expect(asked).toBeGreaterThan(100);
      expect(faults).toEqual([]);
    },
  );

  test('answers HEAD with the same headers', async () => {
    server.sent = { file: HOSTILE_FILES['html'] ?? Buffer.of(), claim: 'text/html' };
    for (const answer of await Promise.all(ask(pathOf(route), {}, 'HEAD'))) {
      expect([answer.status, faultsOf(answer), await answer.text()]).toEqual([200, [], '']);
    }
  });
});

test('no other answer is a document: every route, directly and through the console', async () => {
  server.sent = { file: HOSTILE_FILES['html'] ?? Buffer.of(), claim: 'text/html' };
  const reads = (await mountedRoutes()).filter(
    (route) => route.startsWith('GET ') && !SCRIPTS.includes(route),
  );
  const faults: string[] = [];
  let asked = 0;
  const isFile = (route: string): boolean => [...FILE_ROUTES, ...PICTURE_ROUTES].includes(route.slice(4));
  for (const route of reads.filter((each) => !isFile(each))) {
    for (const answer of await Promise.all(ask(pathOf(route.slice(4))))) {
      const type = answer.headers.get('Content-Type') ?? 'none';
      const isNosniff = answer.headers.get('X-Content-Type-Options') === 'nosniff';
      const isEmpty = (await answer.arrayBuffer()).byteLength === 0;
      const policy = answer.headers.get('Content-Security-Policy') ?? '';
      const isPage = PAGES.includes(route) && RUNS_NOTHING.test(policy);
      if (!isNosniff || !(isEmpty || isPage || OWN_TYPES.test(type)))
        faults.push(`${route}: ${answer.status} ${type}`);
      asked += 1;
    }
  }

  expect(asked).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});

test('only one module answers with files from outside', () => {
  const callers = globSync('worker/**/*.ts').filter((file) =>
    /(?<![.\w])(?:await |return )?(?<![.\w])fetch\((?!request, env|request: Request)/.test(
      readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, ''),
    ),
  );

  // For a new one, state whether it answers with fetched data. If so, it must make the answer inert, as the first two do.
  const passing = ['worker/core/phone/progress/recordings.ts', 'worker/edge/forward/remote.ts'];
  const reading = [
    'worker/core/phone/accounts/carrier-api.ts',
    'worker/core/phone/carriers/carrier-erasures.ts',
    'worker/core/conversions/outbox/exchanges.ts',
    'worker/core/people/push/push.ts',
    'worker/core/phone/messages/sending.ts',
    'worker/core/reports/costs/feeds/fetch-file.ts',
    'worker/core/outbound/webhooks/attempts.ts',
    'worker/edge/site-check/fetch-page.ts',
    'worker/shared/limits/bounded-text.ts',
    'worker/shared/speech/speech-server.ts',
  ];
  expect(callers.filter((file) => !/company\.ts|app\.ts/.test(file)).sort()).toEqual(
    [...passing, ...reading].sort(),
  );
  for (const file of passing) expect(readFileSync(file, 'utf8')).toContain('foreign-files.ts');
  // An answer without an end would fill the memory, which objects of other companies share.
  const unbounded = reading.filter((file) =>
    /\.(?:json|text|arrayBuffer|bytes|blob|formData)\(\)/.test(readFileSync(file, 'utf8')),
  );
  expect(unbounded).toEqual([]);
});

describe('the type of a file', () => {
  const begins = (text: string): Uint8Array => Buffer.from(text, 'latin1');

  test.for<[start: string, declared: string | null, type: string | undefined]>([
    ['\x89PNG\r\n\x1A\n', null, 'image/png'],
    ['\xFF\xD8\xFF\xDB', 'text/html', 'image/jpeg'],
    ['GIF87a', null, 'image/gif'],
    ['RIFF\x10\x20\0\0WEBPVP8L', null, 'image/webp'],
    ['RIFF\x10\x20\0\0WAVEfmt ', 'audio/x-wav', 'audio/wav'],
    ['ID3\x03\0', 'application/octet-stream', 'audio/mpeg'],
    ['\xFF\xFB\x90\x64', 'binary/octet-stream', 'audio/mpeg'],
    ['\xFF\xF3\x18\xC4', null, 'audio/mpeg'],
    ['\xFF\xF1\x50\x80', null, 'audio/aac'],
    ['OggS\0\x02', 'audio/ogg; codecs=opus', 'audio/ogg'],
    ['OggS\0\x02', null, 'video/ogg'],
    ['fLaC\0', null, 'audio/flac'],
    ['#!AMR\n', null, 'audio/amr'],
    ['\0\0\0\x1CftypM4A \0', null, 'audio/mp4'],
    ['\0\0\0\x1Cftypisom\0', 'video/mp4', 'video/mp4'],
    ['\0\0\0\x14ftyp3gp4', 'video/3gpp', 'video/3gpp'],
    ['\0\0\0\x14ftypqt  ', null, 'video/quicktime'],
    ['\x1A\x45\xDF\xA3\x9F\x42\x86\x81\x01\x42\x82\x84webm', 'audio/webm', 'audio/webm'],
    ['\xFF\xFEh\0', 'audio/mpeg', undefined],
    ['\xFE\xFF\0h', 'audio/mpeg', undefined],
    ['<svg', 'image/png', undefined],
    ['BM', 'image/bmp', undefined],
    ['', 'image/png', undefined],
  ])('%j declared as %s is %s', ([start, declared, type]) => {
    expect(fileTypeOf(begins(start), declared)).toBe(type);
  });

  test.for<[declared: string | null, type: string | undefined]>([
    ['audio/mpeg', 'audio/mpeg'],
    ['Audio/X-WAV; rate=8000', 'audio/x-wav'],
    ['video/mp4', 'video/mp4'],
    ['image/png', 'image/png'],
    ['image/svg+xml', undefined],
    ['audio/x+xml', undefined],
    ['text/html', undefined],
    [null, undefined],
  ])('of a part declared as %s is %s', ([declared, type]) => {
    expect(partTypeOf(declared)).toBe(type);
  });
});
