/**
 * Fetches a file of costs from an address that a person has given. Redirects are followed, since published sheets need them, and each
 * must be public. The address is a secret: neither faults nor logs have it.
 */
import { type Fault, Problem } from '../../../../shared/http/problems.ts';
import { type AddressRules, faultOfAddress } from '../../../../shared/http/public-addresses.ts';
import { bytesWithin } from '../../../../shared/limits/bounded-text.ts';
import { MAX_FILE_BYTES } from '../file-saving.ts';

/** Limit for everything, redirects and reading the file included. */
const TIMEOUT_MS = 20_000;
const MAX_REDIRECTS = 5;
const HEADERS = {
  Accept: 'text/csv,text/plain;q=0.9,*/*;q=0.5',
  'User-Agent': 'Leadline',
  'Cache-Control': 'no-cache',
};

const HOW_TO_PUBLISH =
  'In Google Sheets choose File, Share, Publish to web, then the sheet and “Comma-separated values (.csv)”.';
/** The first bytes of a ZIP archive, which an Excel workbook is. */
const ZIP = 'PK\u0003\u0004';

/**
 * Returns the bytes of a file.
 * @throws Problem `invalid_parameter` of `/url` for an address that does not answer with a file of text, `body_too_large`
 */
export async function fetchFile(address: string, rules: AddressRules): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await follow(address, rules, signal);
    const type = response.headers.get('Content-Type') ?? '';
    if (!response.ok || isPage(type)) {
      await response.body?.cancel();
      throw response.ok ? notCsv() : refusal(answered(response.status));
    }
    const bytes = await bytesWithin(response, MAX_FILE_BYTES);
    if (bytes === undefined)
      throw new Problem(
        'body_too_large',
        `The file is larger than ${MAX_FILE_BYTES} bytes; publish less of it.`,
      );
    const start = bytes
      .subarray(0, 200)
      .toString('latin1')
      .replace(/^(?:\u00EF\u00BB\u00BF)?\s*/, '');
    if (start.startsWith('<')) throw notCsv();
    if (start.startsWith(ZIP))
      throw refusal('The address answers with an Excel workbook or a ZIP file, not with CSV.');
    return bytes;
  } catch (error) {
    if (error instanceof Problem) throw error;
    // The platform's error is left out: it may have the address.
    throw refusal(
      signal.aborted ? 'The address did not answer in time.' : 'The address could not be reached.',
    );
  }
}

/** Tells whether an answer is a page by its media type. */
function isPage(type: string): boolean {
  return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type);
}

async function follow(start: string, rules: AddressRules, signal: AbortSignal): Promise<Response> {
  let address = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const fault = faultOfAddress(address, rules);
    if (fault !== undefined)
      throw refusal(
        address === start ? fault : 'The address leads on to one that is not public, or not https.',
      );
    const response = await fetch(address, { headers: HEADERS, redirect: 'manual', signal });
    const location = response.headers.get('Location');
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    await response.body?.cancel();
    address = URL.parse(location, address)?.href ?? '';
  }
  throw refusal('The address leads on too many times.');
}

function answered(status: number): string {
  const isClosed = status === 401 || status === 403;
  return `The address answers ${status}${isClosed ? ': it is not public any more' : ''}.`;
}

function notCsv(): Problem {
  return refusal(`The address answers with a web page, not with CSV. ${HOW_TO_PUBLISH}`);
}

function refusal(detail: string): Problem {
  const fault: Fault = { pointer: '/url', code: 'invalid_parameter', detail };
  return new Problem('invalid_parameter', detail, { errors: [fault] });
}
