// @vitest-environment happy-dom
/** The files of a mail in the demo’s mailbox: offered to be saved, by name, with the content that was sent. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type DemoMail, MAIL_LIST } from '../../demo/mail.ts';
import { MAIL_PAGE } from '../../demo/pages/mail.ts';

const CSV = 'Source,Calls\nPaid search,7\n';

const mail = (id: string, files: DemoMail['files']): DemoMail => ({
  id,
  from: 'Leadline <leads@leadline.example>',
  to: 'Ann <ann@acme.example>',
  subject: `The mail ${id}`,
  text: 'Hello.',
  html: '<p>Hello.</p>',
  time: Date.UTC(2026, 10, 30),
  ...(files === undefined ? {} : { files }),
});

const MAILS = [
  mail('two', [
    { name: 'report-2026-11-01-2026-11-30.csv', type: 'text/csv; charset=utf-8', base64: btoa(CSV) },
    { name: '<img src=x onerror=alert(1)>.html', type: 'text/html', base64: btoa('<script>') },
  ]),
  mail('one', [{ name: 'another.csv', type: 'text/csv', base64: btoa('a') }]),
  mail('none', undefined),
];

// The document is that of the next file, too: the page looks for no more mail, and hears nothing of it.
const heard = vi.spyOn(window, 'addEventListener');
beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterAll(() => {
  vi.useRealTimers();
  for (const [type, listener] of heard.mock.calls)
    window.removeEventListener(type, listener as EventListener);
  document.body.replaceChildren();
  location.hash = '';
});

test('a mail lists its files, each to be saved as it was sent; a mail without files has no list', async () => {
  document.body.innerHTML = MAIL_PAGE.slice(MAIL_PAGE.indexOf('<header>'), MAIL_PAGE.indexOf('</body>'));
  const blobs = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:demo/${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  });
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  vi.spyOn(globalThis, 'fetch').mockImplementation((address) =>
    Promise.resolve(Response.json(address === MAIL_LIST ? { messages: MAILS } : {})),
  );
  const list = (): HTMLElement => document.querySelector<HTMLElement>('[aria-label=Files]') as HTMLElement;
  const links = (): HTMLAnchorElement[] => [...list().querySelectorAll('a')];
  const open = async (id: string): Promise<void> => {
    location.hash = id;
    await expect.poll(() => document.querySelector('#subject')?.textContent).toBe(`The mail ${id}`);
  };
  location.hash = 'two';
  await import('../../demo/browser/mail.ts');

  await expect.poll(() => list().hidden).toBe(false);
  expect(links().map(({ textContent, download }) => [textContent, download])).toEqual(
    MAILS[0]?.files?.map(({ name }) => [name, name]),
  );
  // A name is text, and a file is never opened as a page of ours.
  expect(list().querySelector('img')).toBeNull();
  const [first] = links();
  expect(await blobs.get(first?.href ?? '')?.text()).toBe(CSV);
  expect(blobs.get(first?.href ?? '')?.type).toBe('text/csv; charset=utf-8');

  const former = links().map(({ href }) => href);
  await open('one');
  expect(links().map(({ download }) => download)).toEqual(['another.csv']);
  expect(revoke.mock.calls.map(([url]) => url)).toEqual(former);
  await open('none');
  expect(list().hidden).toBe(true);
  expect(links()).toEqual([]);
});
