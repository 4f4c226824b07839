/** A page of the company's site with the script and perhaps a consent tool, without a browser. */
import { compileFunction } from 'node:vm';
import { build } from 'esbuild';
import { Window } from 'happy-dom';
import { visitorHeaders } from '../../../harness/client.ts';

/** A place near Austin. */
const CF = { latitude: '30.27', longitude: '-97.74', country: 'US', regionCode: 'TX' };

/** The globals of a consent tool. */
export type ConsentTool = Record<string, unknown>;

/** A tool that speaks Google Consent Mode, with the visitor's choices. */
export function consentMode(choices: Record<string, 'granted' | 'denied'>): ConsentTool {
  return { dataLayer: [{ 0: 'consent', 1: 'update', 2: choices }] };
}

/** A TCF tool, with the purposes that the visitor allows. */
export function tcf(...purposes: number[]): ConsentTool {
  const consents = Object.fromEntries(purposes.map((purpose) => [purpose, true]));
  const data = { gdprApplies: true, eventStatus: 'useractioncomplete', purpose: { consents } };
  return { __tcfapi: (_: string, __: number, hear: (told: object) => void) => hear(data) };
}

/** Runs one of the script's files in a page. */
async function run(page: Window, file: string): Promise<Record<string, unknown>> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    format: 'iife',
    globalName: 'part',
    write: false,
  });
  // The names of the page come before those of Node.
  const code = `with (page) {${outputFiles[0]?.text}; return typeof part === 'object' ? part : {}; }`;
  return compileFunction(code, ['page'])(page) as Record<string, unknown>;
}

/**
 * Opens a page by an ad of each platform, on which the visitor taps the printed number as soon as the edge has the visit.
 * @param tool none if nobody asks
 */
export async function tapOnPage(
  worker: { url: string },
  companyId: string,
  tool: ConsentTool | undefined,
): Promise<void> {
  const clicks = `gclid=Cj0KCQiA_abcdefghijklmnop&fbclid=IwAR0abcdefghijklmnop&msclkid=${'f8'.repeat(16)}`;
  const page = new Window({ url: `https://example.com/?${clicks}` });
  page.document.body.innerHTML = '<a href="tel:+18005550100">(800) 555-0100</a>';
  page.document.cookie = '_ga=GA1.1.12.34';
  const answered: Promise<unknown>[] = [];
  const bodies: Record<string, unknown>[] = [];
  const fetchForPage = (address: string, { body }: { body: string }): Promise<Response> => {
    const { pathname, search } = new URL(address);
    const headers = { ...visitorHeaders({ cf: CF }), 'Content-Type': 'text/plain' };
    bodies.push(JSON.parse(body) as Record<string, unknown>);
    const response = fetch(`${worker.url}${pathname}${search}`, { method: 'POST', headers, body });
    answered.push(response);
    return response;
  };
  Object.assign(page, { fetch: fetchForPage, ...tool });
  const { start } = (await run(page, 'widget/start.ts')) as {
    start: (options: object) => { ready: Promise<unknown> };
  };
  const options = { company: companyId, endpoint: worker.url, ...(tool && { consent: 'required' }) };
  await start(options).ready;
  if (tool) await run(page, 'widget/consent.ts');
  // The report of the stored visit follows the consent.
  while (answered.length < (tool ? 2 : 1)) await new Promise((resolve) => setImmediate(resolve));
  await Promise.all(answered);
  page.document.querySelector('a')?.click();
  await Promise.all(answered);
  await page.happyDOM.close();
}
