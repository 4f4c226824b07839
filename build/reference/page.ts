/**
 * The reference as a page: Scalar's viewer and the document, all from the origin that the page is on.
 *
 * Of the viewers that are kept up, Redoc sends no requests, Swagger UI has no search and no sidebar. Scalar's own npm
 * package brings 300 others and 240 MB; its plugin for Fastify brings the same script and 30 MB, so the build asks the
 * plugin for it. Fonts, telemetry, the proxy and the assistant are off (`page/start.js`), and the page's content security
 * policy blocks them. The script is 4.3 MB, 1 MB on the wire, and kept by the browser for a year. Scalar makes style
 * elements, so the policy allows inline styles.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, copyFileSync, writeFileSync } from 'node:fs';
import scalar from '@scalar/fastify-api-reference';
import fastify from 'fastify';

const SOURCES = new URL('page/', import.meta.url);

/** Writes the page, what it loads, and its headers into `directory`, the root of the static files. */
export async function buildPage(directory: string, version: string): Promise<void> {
  const script = await scalarScript();
  const scriptName = `scalar-${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`;
  writeFileSync(`${directory}/reference/${scriptName}`, script);
  for (const name of ['start.js', 'page.css'])
    copyFileSync(new URL(name, SOURCES), `${directory}/reference/${name}`);
  writeFileSync(`${directory}/reference/index.html`, page(version, scriptName));
  appendFileSync(`${directory}/_headers`, headers(scriptName));
}

/**
 * Scalar's script for pages. Its own package brings 300 others, for servers and for artificial intelligence, that nothing
 * here needs; the plugin for Fastify brings the same script alone and serves it, so it is asked as by a browser.
 */
async function scalarScript(): Promise<string> {
  const server = fastify();
  await server.register(scalar, { routePrefix: '/reference', configuration: { url: 'openapi.json' } });
  const { body, statusCode } = await server.inject('/reference/js/scalar.js');
  await server.close();
  if (statusCode !== 200) throw new Error(`@scalar/fastify-api-reference has no script: ${statusCode}`);
  return body;
}

function page(version: string, scriptName: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Leadline API ${version}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="page.css">
  </head>
  <body>
    <div id="reference"></div>
    <noscript>This page needs JavaScript. All that it shows is in the <a href="openapi.json">OpenAPI document</a>.</noscript>
    <script src="${scriptName}"></script>
    <script src="start.js"></script>
  </body>
</html>
`;
}

function headers(scriptName: string): string {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    // Scalar makes style elements and attributes as it goes. The policy lets them load nothing from another origin.
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return `
/reference/
  Content-Security-Policy: ${policy}
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer

/reference/openapi.json
  X-Content-Type-Options: nosniff

/reference/${scriptName}
  Cache-Control: public, max-age=31536000, immutable
  X-Content-Type-Options: nosniff
`;
}
