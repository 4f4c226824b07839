/** Answers of operations, and conditional requests (RFC 9110, 13) on records with versions. */
import type { Context } from 'hono';
import type { CoreApp } from '../context/company-context.ts';
import { Problem } from '../../../shared/http/problems.ts';

/** The answer of an operation with status 200, from which the response is built. */
export interface Answer {
  /** Sent as JSON; absent for an answer without content. */
  body?: object;
  headers?: Record<string, string>;
  /** Members of the body that are answered only once: a repeated write is answered without them. */
  secrets?: readonly string[];
}

/** Turns an answer into a response; 304 for a reader who has this version already. */
export function respond(c: Context<CoreApp>, { body, headers }: Answer): Response {
  const tag = headers?.['ETag'];
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (isRead && tag !== undefined && isKnown(c.req.header('If-None-Match'), tag)) {
    return c.body(null, 304, headers);
  }
  return body === undefined ? c.body(null, 200, headers) : c.json(body, 200, headers);
}

/** Returns the `ETag` of a version. */
export function versionTag(version: number | string): string {
  return `"${version}"`;
}

/** Tells whether the caller has this version already, by `If-None-Match`. */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  return tagsOf(ifNoneMatch).some((known) => known === '*' || known === tag);
}

/**
 * Compares strongly (RFC 9110, 13.1.1): a weak tag, `W/"..."`, does not match any version.
 * @throws Problem `precondition_failed` when `If-Match` does not name the current version
 */
export function checkIfMatch(ifMatch: string | undefined, tag: string): void {
  if (ifMatch === undefined || partsOf(ifMatch).some((part) => part === '*' || part === tag)) return;
  const detail = partsOf(ifMatch).includes(`W/${tag}`)
    ? 'A weak ETag cannot be used to change a record; read the record without compression to get the strong one.'
    : 'The record was changed in the meantime; read it again.';
  throw new Problem('precondition_failed', detail, { members: { etag: tag } });
}

/**
 * Refuses `If-Match` for an operation on several records.
 * @param instead tells the caller what to do instead
 * @throws Problem `invalid_parameter`
 */
export function refuseIfMatch(ifMatch: string | undefined, instead: string): void {
  if (ifMatch !== undefined) {
    throw new Problem('invalid_parameter', `If-Match names a version of one lead. ${instead}`);
  }
}

/** Reads the tags of a header. A proxy that compresses marks a tag as weak; for a reader it still names the same version. */
function tagsOf(header: string | undefined): string[] {
  return partsOf(header ?? '').map((tag) => tag.replace(/^W\//, ''));
}

function partsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}
