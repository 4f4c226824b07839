/** What other people's files do in the browser of somebody who is signed in: they are shown, played or saved, and run nothing. */
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { sendAs } from '../../../../harness/client.ts';
import {
  HOSTILE_FILES,
  type HostileServer,
  POLYGLOTS,
  startHostileServer,
} from '../../../../harness/hostile-files.ts';
import {
  AUSTIN,
  type CallCompany,
  makeCallCompany,
} from '../../../../worker/core/phone/calls/call-company.ts';
import { test } from '../../../console-test.ts';

/** A picture of one red pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
/** What each of the files is called by somebody who wants it to run, and what looks harmless. */
const CLAIMS = ['text/html', 'image/svg+xml', undefined];

let server: HostileServer;
let company: CallCompany;
let path: string;

beforeAll(async () => {
  server = await startHostileServer((close) => afterAll(close));
  company = await makeCallCompany();
  const { text_id: textId } = await answerOf<{ text_id: string }>(
    await sendAs(company.superadmin, 'POST', `${company.path}/texts`, {
      carrier_text_id: 'hostile',
      number: AUSTIN,
      from: '+12065550101',
      message: 'See the picture.',
      media: [{ url: `${server.url}/picture`, content_type: 'image/jpeg' }],
    }),
  );
  path = `/console/api${company.path}/texts/${textId}/media/0`;
});

/** Opens an address in a tab as a link of the page does; resolves to whether a script ran there, and what became of the file. */
async function follow(page: Page, address: string): Promise<{ ran: boolean; became: 'download' | 'page' }> {
  const context = page.context();
  let ran = false;
  const note = (request: Request): boolean => (ran ||= request.url().endsWith('/ran'));
  context.on('request', note);
  const opened = context.waitForEvent('page');
  const { promise: saved, resolve: save } = Promise.withResolvers<'download'>();
  const watchDownloads = (each: Page): Page => each.on('download', () => save('download'));
  context.once('page', watchDownloads);
  page.once('download', () => save('download'));
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href, target: '_blank', rel: 'noreferrer' });
    document.body.append(link);
    link.click();
    link.remove();
  }, address);
  const tab = await opened;
  const became = await Promise.race([saved, shown(tab)]);
  // A script would have run before the file's end, and its picture is asked for at once.
  ran ||= (await tab.title().catch(() => '')) === 'ran';
  await tab.close();
  context.off('request', note);
  return { ran, became };
}

/** Resolves when a tab shows what it was sent; a download leaves it empty. */
async function shown(tab: Page): Promise<'page'> {
  await tab.waitForURL((url) => url.href !== 'about:blank', { waitUntil: 'load', timeout: 0 });
  return 'page';
}

test(
  'no file that came with a text runs a script, which the same file does where it is',
  { tags: ['full'] },
  async ({ open }) => {
    const { page } = await open(company.superadmin);
    await page.goto(`/console/${company.companyId}/calls/texts`);
    server.sent = { file: HOSTILE_FILES['html'] ?? Buffer.of(), claim: 'text/html' };
    expect(await follow(page, server.url)).toEqual({ ran: true, became: 'page' });

    const found: unknown[] = [];
    const files = {
      ...HOSTILE_FILES,
      ...Object.fromEntries(Object.entries(POLYGLOTS).map(([name, { file }]) => [name, file])),
    };
    for (const [name, file] of Object.entries(files)) {
      for (const claim of CLAIMS) {
        server.sent = { file, claim };
        const { ran, became } = await follow(page, path);
        if (ran || became !== (name in POLYGLOTS ? 'page' : 'download'))
          found.push([name, claim, ran, became]);
      }
    }
    expect(found).toEqual([]);
  },
);

test('a picture that came with a text is still one', async ({ open }) => {
  const { page } = await open(company.superadmin);
  await page.goto(`/console/${company.companyId}/calls/texts`);
  expect(await page.getByRole('link', { name: 'Attachment 1' }).getAttribute('href')).toBe(path);

  server.sent = { file: PIXEL, claim: 'image/png' };
  expect(
    await page.evaluate(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      return image.naturalWidth;
    }, path),
  ).toBe(1);
});
