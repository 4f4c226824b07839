/** Answers of operations, and their versions: conditional requests (RFC 9110, 13) on records that count theirs. */
import type { Context } from 'hono';
import type { CoreApp } from '../context/company-context.ts';
import { Problem } from '../../../shared/http/problems.ts';

/** What an operation answers with status 200, before it is a response. */
export interface Answer {
  /** Sent as JSON; absent: no content. */
  body?: object;
  headers?: Record<string, string>;
  /** Members of the body that are told this once: a repetition of the write is answered without them. */
  secrets?: readonly string[];
}

/** An answer as a response; 304 to a reader who has this version already. */
export function respond(c: Context<CoreApp>, { body, headers }: Answer): Response {
  const tag = headers?.['ETag'];
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (isRead && tag !== undefined && isKnown(c.req.header('If-None-Match'), tag)) {
    return c.body(null, 304, headers);
  }
  return body === undefined ? c.body(null, 200, headers) : c.json(body, 200, headers);
}

/** The `ETag` of a version. */
export function versionTag(version: number | string): string {
  return `"${version}"`;
}

/** Whether `If-None-Match` says that the caller has this version already. */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  return tagsOf(ifNoneMatch).some((known) => known === '*' || known === tag);
}

/**
 * Compares strongly (RFC 9110, 13.1.1): a weak tag, `W/"..."`, never names the version that is to be changed.
 * @throws Problem `precondition_failed` when `If-Match` names other versions than the present one
 */
export function checkIfMatch(ifMatch: string | undefined, tag: string): void {
  if (ifMatch === undefined || partsOf(ifMatch).some((part) => part === '*' || part === tag)) return;
  const detail = partsOf(ifMatch).includes(`W/${tag}`)
    ? 'A weak ETag names no version to change; read the record without compression for its strong one.'
    : 'The record was changed in the meantime; read it again.';
  throw new Problem('precondition_failed', detail, { members: { etag: tag } });
}

/**
 * Refuses `If-Match` where it cannot mean one record.
 * @param instead what the caller can do in its stead
 * @throws Problem `invalid_parameter`
 */
export function refuseIfMatch(ifMatch: string | undefined, instead: string): void {
  if (ifMatch !== undefined) {
    throw new Problem('invalid_parameter', `If-Match names a version of one lead. ${instead}`);
  }
}

/** A proxy that compresses marks a tag as weak; for a reader the version behind it is the same. */
function tagsOf(header: string | undefined): string[] {
  return partsOf(header ?? '').map((tag) => tag.replace(/^W\//, ''));
}

function partsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}
