/** What a visitor's request says. The body is read as text at once where that is possible, which takes less time (decision 001). */
import type * as v from 'valibot';
import { isEncoded } from '../../shared/http/content-encoding.ts';
import { JSON_CONTENT_TYPE, parse, parseJson, readJson } from '../../shared/http/input.ts';
import { Problem } from '../../shared/http/problems.ts';
import type { Lane } from './caches/answers.ts';
import { type Visit, visitSchema } from './schema.ts';

/** Bytes of the whole body; a page's environment is far smaller. */
const MAX_BODY_BYTES = 32 * 1024;

/** The widget's lane takes JSON as `text/plain`, so that browsers send it without a preflight. */
const TEXT = /^text\/plain\s*(?:;|$)/i;
const CONTENT_TYPES: Readonly<Record<Lane, RegExp>> = {
  lookup: JSON_CONTENT_TYPE,
  swap: TEXT,
  'first-swap': TEXT,
};

/**
 * Reads the body.
 * @throws Problem `unsupported_media_type`, `body_too_large`, `invalid_json`, and what `parse` throws
 */
export async function readVisit(request: Request, lane: Lane): Promise<Visit> {
  const options = { maxBytes: MAX_BODY_BYTES, contentType: CONTENT_TYPES[lane] };
  const declared = Number(request.headers.get('Content-Length') ?? Number.NaN);
  const isUsual =
    declared <= MAX_BODY_BYTES && isOfType(request, options.contentType) && !isEncoded(request.headers);
  const body = isUsual ? jsonOf(await request.text(), declared) : await readJson(request, options);
  return parse(visitSchema satisfies v.GenericSchema, body, 'question');
}

function isOfType({ headers }: Request, contentType: RegExp): boolean {
  return contentType.test(headers.get('Content-Type') ?? '');
}

/** @param bytes that the text had: what is no UTF-8 was replaced, and by more bytes than it had */
function jsonOf(text: string, bytes: number): unknown {
  if (text.includes('\uFFFD') && Buffer.byteLength(text) > bytes) {
    throw new Problem('invalid_json', 'The body is not UTF-8.');
  }
  return parseJson(text);
}
