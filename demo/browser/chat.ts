/** The chat channel: shows its messages as Slack does, as text with the links that Leadline sets. */
import { CHAT_LIST, type DemoPost } from '../chat.ts';

const POLL_MS = 1_500;
/** Slack's links, `<address|text>`. */
const LINK = /<(https?:[^|>]+)\|([^>]*)>/g;

let shown = '';
void poll();

/** Reads the channel again and again, while somebody looks at the page. */
async function poll(): Promise<void> {
  if (!document.hidden) await read().catch(() => say('The channel cannot be read. Is the demo running?'));
  setTimeout(() => void poll(), POLL_MS);
}

async function read(): Promise<void> {
  const { messages } = (await (await fetch(CHAT_LIST)).json()) as { messages: DemoPost[] };
  say(messages.length === 0 ? 'No message yet. Call, write or send a form on the demo site.' : '');
  const ids = messages.map(({ id }) => id).join();
  if (ids === shown) return;
  shown = ids;
  document.querySelector('ol')?.replaceChildren(...messages.map(item));
}

function item({ time, body }: DemoPost): HTMLElement {
  const element = document.createElement('li');
  const article = element.appendChild(document.createElement('article'));
  const when = article.appendChild(document.createElement('time'));
  when.textContent = new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
  for (const { type, text } of blocksOf(body)) {
    const block = article.appendChild(document.createElement(type === 'header' ? 'strong' : 'pre'));
    block.append(...partsOf(text));
  }
  return element;
}

/** Returns the blocks of a message; what is no message of Slack is shown as it came. */
function blocksOf(body: unknown): { type: string; text: string }[] {
  const { blocks } = body as { blocks?: { type: string; text: { text: string } }[] };
  if (blocks === undefined) return [{ type: 'section', text: JSON.stringify(body, undefined, 2) }];
  return blocks.map(({ type, text }) => ({ type, text: text.text }));
}

/** Returns text and links. */
function partsOf(text: string): (string | HTMLElement)[] {
  const parts: (string | HTMLElement)[] = [];
  let end = 0;
  for (const { 0: whole, 1: address = '', 2: label = '', index } of text.matchAll(LINK)) {
    parts.push(decoded(text.slice(end, index)));
    const link = document.createElement('a');
    link.href = address;
    link.textContent = decoded(label);
    parts.push(link);
    end = index + whole.length;
  }
  return [...parts, decoded(text.slice(end))];
}

function decoded(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function say(text: string): void {
  const status = document.querySelector('[role=status]');
  if (status !== null) status.textContent = text;
}
