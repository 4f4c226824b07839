/** The demo's sheet of costs: stands in for a published Google Sheet. What is written on its page `/demo/sheet` is published at once. */
import { isOwnRequest } from './mail.ts';

const KEY = 'demo-sheet';
const KEPT_SECONDS = 30 * 24 * 60 * 60;
const MAX_LENGTH = 100_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Days with costs before somebody writes other ones. */
const DAYS = 14;

/** Answers the sheet as CSV, or keeps what its page has written. */
export async function answerSheet(
  request: Request,
  { CACHE: kept }: { CACHE: KVNamespace },
): Promise<Response> {
  if (!isOwnRequest(request)) return new Response('There is no sheet here.', { status: 404 });
  if (request.method === 'PUT') {
    await kept.put(KEY, (await request.text()).slice(0, MAX_LENGTH), { expirationTtl: KEPT_SECONDS });
    return new Response(null, { status: 204 });
  }
  const text = (await kept.get(KEY)) ?? usualCosts(Date.now());
  return new Response(text, {
    headers: { 'Content-Type': 'text/csv; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}

/** Returns what the flyers cost in the last days. */
function usualCosts(now: number): string {
  const rows = Array.from({ length: DAYS }, (_, index) => {
    const day = new Date(now - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return `${day},Spring flyers,${(18 + ((index * 7) % 9) + 0.5).toFixed(2)}`;
  });
  return ['Day,Campaign,Cost', ...rows, ''].join('\n');
}
