import type { Context } from 'hono';
import type { Answer } from './answers.ts';
import type { CoreApp } from '../context/company-context.ts';
import { isKnown } from './versions.ts';

/** An answer as a response; 304 to a reader who has this version already. */
export function respond(c: Context<CoreApp>, { body, headers }: Answer): Response {
  const tag = headers?.['ETag'];
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (isRead && tag !== undefined && isKnown(c.req.header('If-None-Match'), tag)) {
    return c.body(null, 304, headers);
  }
  return body === undefined ? c.body(null, 200, headers) : c.json(body, 200, headers);
}
