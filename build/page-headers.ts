/** The headers that keep a page to itself: what it may run and load, and that nobody frames it. */
import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';

/**
 * Adds the headers of a page to `_headers` in `directory`, the root of the static files.
 * @param path the page's address, for instance `/reference/`
 * @param html the page; of its inline scripts and styles exactly those run that it has now
 */
export function addPageHeaders(directory: string, path: string, html: string): void {
  const policy = [
    "default-src 'none'",
    `script-src ${hashesOf(html, 'script')}`,
    `style-src ${hashesOf(html, 'style')}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const headers = [
    `Content-Security-Policy: ${policy}`,
    'X-Content-Type-Options: nosniff',
    'Referrer-Policy: no-referrer',
  ];
  appendFileSync(`${directory}/_headers`, `\n${path}\n${headers.map((header) => `  ${header}\n`).join('')}`);
}

function hashesOf(html: string, element: 'script' | 'style'): string {
  const contents = [...html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))];
  const hashes = contents.map(
    ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  );
  return hashes.length === 0 ? "'none'" : hashes.join(' ');
}
