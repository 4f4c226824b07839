/** The demo's chat channel: stands in for a channel of Slack. Its messages land in KV and are shown by the page `/demo/chat`. */
import { CHAT_HOOK, CHAT_LIST, type DemoPost } from '../chat.ts';
import { isOwnRequest } from './mail.ts';

const PREFIX = 'demo-chat:';
/** Most messages that are kept; older ones go. */
const MOST_KEPT = 50;
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** Takes a message for the channel, or answers the list, newest first. */
export async function answerChat(
  request: Request,
  { CACHE: kept }: { CACHE: KVNamespace },
): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!isOwnRequest(request)) return new Response('There is no chat here.', { status: 404 });
  if (pathname === CHAT_LIST && request.method === 'GET') {
    return Response.json({ messages: await list(kept) }, { headers: { 'Cache-Control': 'no-store' } });
  }
  if (pathname !== CHAT_HOOK || request.method !== 'POST') return new Response('no_service', { status: 404 });
  const post: DemoPost = { id: crypto.randomUUID(), time: Date.now(), body: await request.json() };
  await kept.put(PREFIX + post.id, JSON.stringify(post), { expirationTtl: KEPT_SECONDS });
  for (const { id } of (await list(kept)).slice(MOST_KEPT)) await kept.delete(PREFIX + id);
  return new Response('ok');
}

async function list(kept: KVNamespace): Promise<DemoPost[]> {
  const { keys } = await kept.list({ prefix: PREFIX });
  const posts = await Promise.all(keys.map(({ name }) => kept.get<DemoPost>(name, 'json')));
  return posts.filter((post) => post !== null).toSorted((a, b) => b.time - a.time);
}
