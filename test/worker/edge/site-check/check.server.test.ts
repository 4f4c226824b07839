/** The site check, with pages on this machine like those of a developer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask, openCompany, type Session } from '../../../harness/mortal-worker.ts';
import { dniSettings } from '../../../harness/dni-company.ts';
import { type OwnWorker, startServer, startWorker } from '../../../harness/own-worker.ts';

interface Check {
  url: string;
  tag: { src: string; company_id: string | null } | null;
  numbers: { number: string; kind: string; texts: number; links: number }[];
  forms: { name: string; becomes_lead: boolean; reason: string }[];
  findings: { code: string; level: string; what: string; why: string; fix: string }[];
}

/** Reports are sent after the answer, which may take time on a busy machine. */
const PATIENCE = { timeout: 30_000 };

type Answering = (response: ServerResponse, request: IncomingMessage) => void;

let worker: OwnWorker;
let server: { url: string; close: () => Promise<void> };
let session: Session;
let companyId: string;
let pages: Map<string, Answering>;
let asked: string[];

beforeAll(async () => {
  [worker, server] = await Promise.all([
    startWorker({ PRIVATE_ADDRESSES: 'allowed' }),
    startServer((request, response) => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      asked.push(path);
      const answer = pages.get(path);
      if (answer === undefined) response.writeHead(404).end();
      else answer(response, request);
    }),
  ]);
});
afterAll(async () => {
  await Promise.all([worker.close(), server.close()]);
});
beforeEach(async () => {
  pages = new Map();
  asked = [];
  session = await companyOn(worker);
  companyId = session.path.slice('/companies/'.length);
});

/** Each test has its own company, so that its checks are counted separately. */
async function companyOn({ url }: OwnWorker, domains = ['localhost', '127.0.0.1']): Promise<Session> {
  const own = await openCompany(url);
  const company = own.path.slice('/companies/'.length);
  await putSettings(own, company, { domains });
  return own;
}

async function putSettings(own: Session, company: string, settings: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${own.url}/dni/api/companies/${company}/settings`, {
    method: 'PUT',
    headers: { Authorization: own.authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify(dniSettings(settings)),
  });
  if (!response.ok) throw new Error(await response.text());
}

const tagOf = (attributes = `data-company="${companyId}"`, path = '/dni/leadline.js'): string =>
  `<script async src="${worker.url}${path}" ${attributes}></script>`;

function html(text: string, headers: Record<string, string> = {}): Answering {
  return (response) => response.writeHead(200, { 'Content-Type': 'text/html', ...headers }).end(text);
}

const pageAt = (path: string): string => `${server.url}${path}`;

function check(url: string): Promise<Check> {
  return ask<Check>(session, `/dni/api/companies/${companyId}/site/check`, { url });
}

/** Checks a page with this head and body. @returns the findings */
async function checkOf(head: string, body = '', headers: Record<string, string> = {}): Promise<Check> {
  pages.set('/', html(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`, headers));
  return check(pageAt('/'));
}

const codesOf = ({ findings }: Check): string[] => findings.map(({ code }) => code);

describe('the tag', () => {
  test('of this company is found, with the positive findings', async () => {
    const found = await checkOf(tagOf(), '<p>Call <a href="tel:+18005550100">(800) 555-0100</a></p>');

    expect(found).toEqual({
      url: pageAt('/'),
      tag: { src: `${worker.url}/dni/leadline.js`, company_id: companyId },
      numbers: [{ number: '+18005550100', kind: 'target', texts: 1, links: 1 }],
      forms: [],
      findings: [
        expect.objectContaining({ code: 'not_seen', level: 'info' }),
        expect.objectContaining({ code: 'tag_found', level: 'ok' }),
        expect.objectContaining({
          code: 'numbers_found',
          what: '(800) 555-0100 found in 2 places on the page.',
        }),
      ],
    });
  });

  test('has its company in an attribute, in its URL or in a script of the page', async () => {
    const inAddress = tagOf('', `/dni/leadline.js?company=${companyId.toUpperCase()}&layer=dataLayer`);
    const inScript = `<script>window.leadline = { company: '${companyId}' };</script>${tagOf('')}`;

    for (const head of [tagOf(), inAddress, inScript])
      expect(codesOf(await checkOf(head))).toContain('tag_found');
    expect(codesOf(await checkOf(tagOf('')))).toContain('company_missing');
    const other = await checkOf(tagOf(`data-company="${crypto.randomUUID()}"`));
    expect(codesOf(other)).toContain('wrong_company');
    expect(codesOf(other)).not.toContain('tag_found');
  });

  test.each([
    ['is not there', '', 'tag_missing'],
    ['is in a comment', '<!-- <script src="/dni/leadline.js"></script> -->', 'tag_missing'],
    [
      'may be added by a tag manager',
      '<script src="https://www.googletagmanager.com/gtm.js?id=GTM-1"></script>',
      'tag_manager',
    ],
    ['is added by a script', '<script>s.src="https://x.example/dni/leadline.js"</script>', 'tag_manager'],
    [
      'comes from elsewhere',
      '<script src="https://x.example/dni/leadline.js" data-company="COMPANY"></script>',
      'tag_elsewhere',
    ],
    ['is there twice', 'TAGTAG', 'tag_twice'],
    [
      'waits for consent',
      '<script type="text/plain" data-src="WORKER/dni/leadline.js" data-company="COMPANY"></script>',
      'tag_held_back',
    ],
    [
      'is delayed by a plugin',
      '<script type="rocketlazyloadscript" data-rocket-src="WORKER/dni/leadline.js" data-company="COMPANY"></script>',
      'tag_held_back',
    ],
    [
      'has a hash that will not match the next version',
      '<script integrity="sha384-x" src="WORKER/dni/leadline.js" data-company="COMPANY"></script>',
      'integrity_will_break',
    ],
  ])('that %s is reported', async (_, head, code) => {
    const given = head
      .replaceAll('TAG', tagOf())
      .replaceAll('WORKER', worker.url)
      .replaceAll('COMPANY', companyId);

    expect(codesOf(await checkOf(given))).toContain(code);
  });
});

describe('the content security policy', () => {
  test.each([
    ["script-src 'self'", ['script_blocked']],
    ["default-src 'self'", ['script_blocked', 'request_blocked']],
    ['script-src WORKER', []],
    ["default-src 'none'; script-src WORKER; connect-src WORKER", []],
    ['script-src WORKER; connect-src https:', ['request_blocked']],
    ["script-src 'nonce-abc'; connect-src *", []],
    ["script-src 'nonce-other' 'strict-dynamic' WORKER", ['script_blocked']],
    ["script-src 'none', script-src *", ['script_blocked']],
    ['script-src http://127.0.0.1:*', []],
    ['script-src http://127.0.0.1:1', ['script_blocked']],
    ['script-src WORKER/dni/', []],
    ['script-src WORKER/other/', ['script_blocked']],
    ['sandbox; script-src *', ['script_blocked']],
    ["img-src 'self'", []],
  ])('%s', async (policy, codes) => {
    const given = policy.replaceAll('WORKER', worker.url);
    const tag = tagOf(`data-company="${companyId}" nonce="abc"`);
    const byHeader = await checkOf(tag, '', { 'Content-Security-Policy': given });
    const blocked = codesOf(byHeader).filter((code) => code.endsWith('_blocked'));

    expect(blocked).toEqual(codes);
  });

  test('in a meta element counts too, and a report-only one does not', async () => {
    const meta = `<meta http-equiv="Content-Security-Policy" content="script-src &#39;self&#39;">`;
    const reported = { 'Content-Security-Policy-Report-Only': "default-src 'none'" };

    expect(codesOf(await checkOf(meta + tagOf()))).toContain('script_blocked');
    expect(codesOf(await checkOf(tagOf(), '', reported))).toContain('tag_found');
  });
});

describe('the numbers', () => {
  const numbersOf = async (body: string): Promise<string[]> => {
    const { numbers } = await checkOf(tagOf(), body);
    return numbers.map(({ number, kind, texts, links }) => `${kind} ${number} ${texts} ${links}`);
  };

  test('are found like in the widget: split, spelled, with entities, in links, and not in excluded elements', async () => {
    const body = `
      <p><b>(800)</b> 555-<span>0100</span></p><li>800.555.0100<li>1&nbsp;800&#8209;555&ndash;0100
      <p><a href="tel:1-800-555-0100">Call us</a> <a href="sms:+18005550100">Text us</a></p>
      <p>order 98005550100, 800<p>555-0100, <code>800-555-0100</code></p>
      <div data-leadline-skip>Fax 800-555-0100 <a href="tel:+18005550100">fax</a></div>
      <textarea>800-555-0100</textarea><noscript>800-555-0100</noscript><script>"800-555-0100"</script>`;

    expect(await numbersOf(body)).toEqual(['target +18005550100 3 2']);
  });

  test('are distinguished by kind: tracking and unknown ones', async () => {
    const found = await checkOf(
      tagOf(),
      `<p>(512) 555-0101</p><p>Fax: +1 312-555-0188, since 2024-10-11 12:30, order 123-4567-8901234</p>
       <a href="tel:+442079460018">London</a>`,
    );

    expect(found.numbers.map(({ number, kind }) => `${kind} ${number}`)).toEqual([
      'tracking +15125550101',
      'unknown +13125550188',
      'unknown +442079460018',
    ]);
    expect(codesOf(found)).toEqual([
      'no_numbers',
      'tracking_number_printed',
      'unknown_link',
      'not_seen',
      'unknown_number',
      'tag_found',
    ]);
  });

  test('of a branch are recognised', async () => {
    await putSettings(session, companyId, {
      domains: ['127.0.0.1'],
      targets: [{ number: '+18005550100' }, { number: '+15125550140', location_id: 'austin' }],
    });

    expect(await numbersOf('<p>Austin: 512 555 0140</p>')).toEqual(['target +15125550140 1 0']);
  });
});

describe('the forms', () => {
  const CONTACT = '<form id="contact"><label for="m">Your e-mail</label><input id="m" name="f1"></form>';
  const SEARCH = '<form><input type="hidden" name="lang"><input name="q"></form>';

  test('are listed with the reason why they become leads or not', async () => {
    const found = await checkOf(
      tagOf(),
      `<div data-leadline-skip><img data-leadline-skip>${CONTACT}</div>${CONTACT}${SEARCH}
       <form name="account"><input type="email" name="user"><input type="password" name="word"></form>
       <form><label>Mobile <input data-leadline-skip></label><select name="size"></select></form>
       <form role="search"><input type="email"></form><form method="DIALOG"><input type="tel"></form>
       <form aria-label="Call me"><input placeholder="Phone &#110;umber"></form><form><button>Buy</button></form>`,
    );

    expect(found.forms.map(({ reason, name, becomes_lead: becomes }) => [reason, name, becomes])).toEqual([
      ['skipped', 'contact', false],
      ['contact', 'contact', true],
      ['search', '', false],
      ['password', 'account', false],
      ['no_contact', '', false],
      ['search', '', false],
      ['dialog', '', false],
      ['contact', 'Call me', true],
    ]);
  });

  test.each([
    [true, CONTACT + SEARCH, '2 forms found: the contact form becomes leads, the search form does not.'],
    [
      false,
      CONTACT,
      '1 form found: the contact form could become leads, but forms are off in your settings.',
    ],
    [true, SEARCH, '1 form found: none becomes a lead.'],
  ])('are a finding: forms %s, %s', async (forms, body, what) => {
    await putSettings(session, companyId, { domains: ['127.0.0.1'], forms });
    const { findings } = await checkOf(tagOf(), body);

    expect(findings.filter(({ code }) => code.includes('form'))).toMatchObject([
      {
        what,
        why: expect.stringMatching(/^The (?:contact form has a field|search form is a search)/) as unknown,
      },
    ]);
  });
});

test.each([
  ['CallRail', '<script src="//cdn.callrail.com/companies/1/a/12/swap.js"></script>'],
  ['CallTrackingMetrics', '<script async src="//123.tctm.co/t.js"></script>'],
  ['WhatConverts', '<script src="//s.ksrndkehqnwntyxlhgto.com/1.js"></script>'],
  ['Invoca', "<script>f(document, 'solutions.invocacdn.com/js/invoca-latest.min.js')</script>"],
  ['Ringba', '<script src="//b-js.ringba.com/CA1" async></script>'],
  ['Infinity', "<script>i.src = 'https://ict.infinity-tracking.net/js/nas.v1.min.js'</script>"],
  ['ResponseTap', '<script src="https://static.responsetap.com/static/scripts/rTapTrack.min.js"></script>'],
  ['Nimbata', '<script async src="//cdn.dni.nimbata.com/1.min.js"></script>'],
])('the script of %s beside the widget is reported', async (name, script) => {
  const found = await checkOf(script + tagOf());

  expect(found.findings.find(({ code }) => code === 'rival_script')?.what).toContain(name);
  expect(codesOf(await checkOf('<p>notcallrail.com</p>'))).not.toContain('rival_script');
});

describe('a page that', () => {
  test.each([
    ['breaks off', (response: ServerResponse): void => void response.destroy(), 'page_unreachable'],
    ['is refused', (response: ServerResponse): void => void response.writeHead(403).end(), 'page_refused'],
    ['is a picture', html('\x89PNG', { 'Content-Type': 'image/png' }), 'page_not_html'],
    [
      'redirects in a circle',
      (response: ServerResponse): void => void response.writeHead(302, { Location: '/' }).end(),
      'page_unreachable',
    ],
  ] as [string, Answering, string][])('%s', async (_, answer, code) => {
    pages.set('/', answer);
    const found = await check(pageAt('/'));

    expect(codesOf(found)).toEqual([code, 'not_seen']);
    expect(found.tag).toBeNull();
  });

  test(
    'hangs is abandoned after five seconds; of one that begins and does not end, the first part counts',
    { tags: ['full'] },
    async () => {
      pages.set('/hangs', () => undefined);
      pages.set('/begins', (response) => {
        response.writeHead(200, { 'Content-Type': 'text/html' });
        response.write(`<head>${tagOf()}`);
      });
      const found = await Promise.all([check(pageAt('/hangs')), check(pageAt('/begins'))]);

      expect(found[0]?.findings[0]?.what).toBe('The page did not load within 5 seconds.');
      expect(found.map(codesOf)).toEqual([
        ['page_unreachable', 'not_seen'],
        ['no_numbers', 'page_cut', 'not_seen', 'tag_found'],
      ]);
    },
  );

  test('is too large, also after decompression, or has too many elements is read in part', async () => {
    const filler = '<p>x</p>'.repeat(100) + 'x '.repeat(1_100_000);
    const large = `<head>${tagOf()}</head><p>800-555-0100</p>${filler}<p>800-555-0100</p>`;
    const elements = `<head>${tagOf()}</head><p>800-555-0100</p>${'<i></i>'.repeat(10_100)}<p>800-555-0100</p>`;
    const packed = gzipSync(large);
    for (const answer of [
      html(large),
      html(elements),
      ((response) =>
        response
          .writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' })
          .end(packed)) as Answering,
    ]) {
      pages.set('/', answer);
      const found = await check(pageAt('/'));
      expect(codesOf(found)).toEqual(['page_cut', 'not_seen', 'tag_found', 'numbers_found']);
      expect(found.numbers[0]?.texts).toBe(1);
    }
  });

  test('has invalid markup and URLs is read nevertheless', async () => {
    const found = await checkOf(
      '<script src="https://["></script><base href="::"><script src></script><a href="tel:%zz">',
      `<p data-leadline-skip>800-555-0100<p>800-555-0100</div></b><a href="tel:"><![CDATA[x]]>&#0;&#x110000;&bogus;${'('.repeat(10_000)}`,
    );

    expect(found.numbers).toEqual([{ number: '+18005550100', kind: 'target', texts: 1, links: 0 }]);
  });

  test('redirects to another page of the site is read there, without its query in the answer', async () => {
    pages.set('/old', (response) => response.writeHead(301, { Location: '/new?token=secret' }).end());
    pages.set('/new', html(`<head>${tagOf()}</head>`));
    const found = await check(pageAt('/old?visitor=ann'));

    expect(found.url).toBe(pageAt('/new'));
    expect(JSON.stringify(found)).not.toMatch(/secret|ann/);
  });

  test.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00::1]/',
    'https://elsewhere.example/',
    'https://localhost.elsewhere.example/',
    'ftp://127.0.0.1/',
    'http://user:password@127.0.0.1/',
  ])('redirects to %s is not followed', async (location) => {
    pages.set('/', (response) => response.writeHead(302, { Location: location }).end());

    expect(codesOf(await check(pageAt('/')))).toEqual(['redirect_elsewhere', 'not_seen']);
    expect(asked).toEqual(['/']);
  });
});

test('reports of real visits come before findings about the page', async () => {
  const response = await fetch(`${worker.url}/dni/swap/${companyId}`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain', Origin: server.url, 'User-Agent': 'Mozilla/5.0 Chrome/140' },
    body: JSON.stringify({ url: pageAt('/') }),
  });
  expect(response.status).toBe(200);
  await expect
    .poll(() => ask<{ sites: object[] }>(session, `/dni/api/companies/${companyId}/site`), PATIENCE)
    .toMatchObject({ sites: [{ site: server.url }] });

  expect(codesOf(await checkOf('', '800-555-0100'))).toEqual(['seen', 'tag_manager', 'numbers_found']);
});

describe('callers and pages', () => {
  const refusalOf = async (own: Session, url: unknown): Promise<{ status: number; code: string }> => {
    const response = await fetch(`${own.url}/dni/api/companies/${own.path.slice(11)}/site/check`, {
      method: 'POST',
      headers: { Authorization: own.authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url }),
    });
    const { code } = (await response.json()) as { code: string };
    return { status: response.status, code };
  };

  test('pages of other sites are not read', async () => {
    expect(await refusalOf(session, 'https://elsewhere.example/')).toEqual({
      status: 403,
      code: 'domain_not_allowed',
    });
    expect(await refusalOf(session, 'http://[::1')).toEqual({ status: 400, code: 'invalid_parameter' });
    expect(await refusalOf(session, '')).toEqual({ status: 400, code: 'missing_parameter' });
    expect(await refusalOf(session, 7)).toEqual({ status: 400, code: 'invalid_parameter' });
  });

  test('without domains, only pages of seen sites are read', async () => {
    await putSettings(session, companyId, { domains: [] });
    pages.set('/', html(`<head>${tagOf()}</head>`));
    expect(await refusalOf(session, pageAt('/'))).toEqual({ status: 403, code: 'domain_not_allowed' });
    await fetch(`${worker.url}/dni/swap/${companyId}`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', Origin: server.url, 'User-Agent': 'Mozilla/5.0 Chrome/140' },
      body: JSON.stringify({ url: pageAt('/') }),
    });
    await expect
      .poll(() => ask<{ sites: object[] }>(session, `/dni/api/companies/${companyId}/site`), PATIENCE)
      .toMatchObject({ sites: [{ site: server.url }] });

    expect(codesOf(await check(pageAt('/')))).toContain('tag_found');
  });

  test('a company may run six checks a minute, then gets Retry-After', async () => {
    pages.set('/', html('<p>'));
    for (let count = 0; count < 6; count += 1) await check(pageAt('/'));

    expect(await refusalOf(session, pageAt('/'))).toEqual({ status: 429, code: 'rate_limited' });
    expect(asked).toHaveLength(6);
  });
});

test('a deployment sends no requests to this machine or to private networks', async () => {
  const deployed = await startWorker({});
  try {
    const own = await companyOn(deployed, ['localhost', 'example.com', 'internal']);
    const company = own.path.slice('/companies/'.length);
    for (const url of [
      server.url,
      server.url.replace('127.0.0.1', 'localhost'),
      'https://localhost/',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://93.184.216.34/',
    ]) {
      const response = await fetch(`${deployed.url}/dni/api/companies/${company}/site/check`, {
        method: 'POST',
        headers: { Authorization: own.authorization, 'Content-Type': 'application/json' },
        body: JSON.stringify({ url }),
      });
      expect(`${url} ${response.status}`).toMatch(/ (?:400|429)$/);
    }
    expect(asked).toEqual([]);
  } finally {
    await deployed.close();
  }
});

test('a number of a pool in the HTML is named by the advice about pools, until a check no longer finds it', async () => {
  const pool = { pool: 'ads', phone_numbers: ['+18005550191'], overflow: '+18005550190' };
  await putSettings(session, companyId, { domains: ['localhost', '127.0.0.1'], numbers: [pool] });
  const leaks = async (): Promise<unknown> => {
    const answer = await ask<{ pools: { leaks: unknown }[] }>(
      session,
      `/dni/api/companies/${companyId}/pools`,
    );
    return answer.pools[0]?.leaks;
  };
  await checkOf(tagOf(), '<p>Call (800) 555-0191 or (800) 555-0190</p>');
  const printed = { kind: 'printed', number: '+18005550191', count: 1, page: pageAt('/') };
  await expect.poll(leaks, PATIENCE).toEqual([expect.objectContaining(printed)]);
  await checkOf(tagOf(), '<p>Call (800) 555-0100</p>');
  await expect.poll(leaks, PATIENCE).toEqual([]);
});
