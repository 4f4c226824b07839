/** The mailbox: lists the messages, and shows the one in the address as HTML in a sandboxed frame, or as text. */
import { type DemoMail, MAIL_LIST } from '../mail.ts';

const POLL_MS = 1_500;

/** A policy of Trusted Types, which TypeScript does not know yet. */
type Policy = { createHTML(html: string): string };
const policies = (
  window as unknown as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }
).trustedTypes;
/** A message is shown only in a frame whose sandbox has neither scripts nor our origin. */
const framed: Policy = policies?.createPolicy('mail', { createHTML: (html) => html }) ?? {
  createHTML: (html) => html,
};

let mails: readonly DemoMail[] = [];
let shown: string | undefined;

window.addEventListener('hashchange', () => show(true));
find('[name=html]').addEventListener('click', () => view('html'));
find('[name=text]').addEventListener('click', () => view('text'));
find('[name=unsubscribe]').addEventListener('click', () => void unsubscribe());
find('[name=empty]').addEventListener('click', () => void empty());
void poll();

/** Reads the list again and again, while somebody looks at the page. */
async function poll(): Promise<void> {
  if (!document.hidden) await read().catch(() => say('The mailbox cannot be read. Is the demo running?'));
  setTimeout(() => void poll(), POLL_MS);
}

async function read(): Promise<void> {
  const { messages } = (await (await fetch(MAIL_LIST)).json()) as { messages: DemoMail[] };
  const isSame = messages.map(({ id }) => id).join() === mails.map(({ id }) => id).join();
  if (!isSame || messages.length === 0) say(messages.length === 0 ? 'There is no mail yet.' : '');
  if (isSame) return;
  mails = messages;
  find('ol').replaceChildren(...mails.map(listItem));
  find('[name=empty]').hidden = mails.length === 0;
  show(false);
}

function listItem({ id, subject, to, time }: DemoMail): HTMLElement {
  const item = document.createElement('li');
  const link = item.appendChild(document.createElement('a'));
  link.href = `#${id}`;
  const parts = { strong: subject, span: to, time: timeText(time) };
  for (const [name, text] of Object.entries(parts)) {
    link.appendChild(document.createElement(name)).textContent = text;
  }
  return item;
}

/** Shows the message in the address. @param isChosen moves the focus to it */
function show(isChosen: boolean): void {
  const id = location.hash.slice(1);
  const mail = mails.find((each) => each.id === id);
  find('article').hidden = mail === undefined;
  for (const link of document.querySelectorAll('ol a')) {
    if (link.getAttribute('href') === `#${id}`) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
  if (mail === undefined || shown === id) return;
  shown = id;
  find('#subject').textContent = mail.subject;
  const facts: Record<string, string> = { ...textsOf(mail), time: timeText(mail.time) };
  for (const place of document.querySelectorAll<HTMLElement>('[data-of]')) {
    const text = facts[place.dataset['of'] ?? ''] ?? '';
    place.textContent = text;
    place.hidden = text === '';
    (place.previousElementSibling as HTMLElement).hidden = text === '';
  }
  // Links of the message open tabs of their own.
  find<HTMLIFrameElement>('iframe').srcdoc = framed.createHTML(`<base target="_blank">${mail.html}`);
  find('pre').textContent = mail.text;
  showFiles(mail.files ?? []);
  find('[name=unsubscribe]').hidden = mail.unsubscribeUrl === undefined;
  find('.views [role=status]').textContent = '';
  if (isChosen) find('#subject').focus();
}

/** Offers the files of the message to be saved; none is shown as a page. */
function showFiles(files: NonNullable<DemoMail['files']>): void {
  const list = find('[aria-label=Files]');
  list.hidden = files.length === 0;
  for (const { href } of list.querySelectorAll('a')) URL.revokeObjectURL(href);
  list.replaceChildren(
    ...files.map(({ name, type, base64 }) => {
      const item = document.createElement('li');
      const link = item.appendChild(document.createElement('a'));
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      link.href = URL.createObjectURL(new Blob([bytes], { type }));
      link.download = link.textContent = name;
      return item;
    }),
  );
}

function textsOf({ from, to, replyTo = '' }: DemoMail): Record<string, string> {
  return { from, to, replyTo };
}

function view(name: 'html' | 'text'): void {
  find('iframe').hidden = name === 'text';
  find('pre').hidden = name === 'html';
  for (const each of ['html', 'text'])
    find(`[name=${each}]`).setAttribute('aria-pressed', String(each === name));
}

/** Ends these messages with one request, as mail programs do (RFC 8058). */
async function unsubscribe(): Promise<void> {
  const url = mails.find(({ id }) => id === shown)?.unsubscribeUrl;
  if (url === undefined) return;
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const answer = await fetch(url, { method: 'POST', body }).catch(() => undefined);
  find('.views [role=status]').textContent = answer?.ok ? 'Unsubscribed.' : 'That did not work.';
}

async function empty(): Promise<void> {
  await fetch(MAIL_LIST, { method: 'DELETE' });
  location.hash = '';
  await read();
}

function say(text: string): void {
  find('[role=status]').textContent = text;
}

function timeText(time: number): string {
  return new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}

function find<Found extends HTMLElement = HTMLElement>(selector: string): Found {
  const found = document.querySelector<Found>(selector);
  if (found === null) throw new Error(`The mailbox has no ${selector}.`);
  return found;
}
