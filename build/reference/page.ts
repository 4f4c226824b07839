/**
 * Builds the page of the reference: Scalar's viewer and the document, all from the same origin.
 *
 * Of the maintained viewers, Redoc sends no requests, and Swagger UI has no search and no sidebar. Scalar's own npm package
 * installs 300 others and 240 MB; its plugin for Fastify has the same script with 16 MB, so the build takes it from there.
 * Fonts, telemetry, the proxy and the assistant are off (`page/start.js`), and the page's content security policy blocks
 * them. The script has 4.3 MB, compressed 1 MB, and browsers cache it for a year. Scalar creates style elements, so the
 * policy allows inline styles.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, copyFileSync, writeFileSync } from 'node:fs';
import scalar from '@scalar/fastify-api-reference';

const SOURCES = new URL('page/', import.meta.url);
const SCRIPT = '/reference/js/scalar.js';

/** A route of the plugin. */
interface Route {
  url: string;
  handler: (request: object, reply: Reply) => unknown;
}

/** The part of Fastify's reply that the route of the script needs. */
interface Reply {
  header: () => Reply;
  send: (body: string) => string;
}

type Plugin = (server: object, options: object, done: () => void) => void;

/** Writes the page, its files and its headers into `directory`, the root of the static files. */
export function buildPage(directory: string, version: string): void {
  const script = scalarScript();
  const scriptName = `scalar-${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`;
  writeFileSync(`${directory}/reference/${scriptName}`, script);
  for (const name of ['start.js', 'page.css'])
    copyFileSync(new URL(name, SOURCES), `${directory}/reference/${name}`);
  writeFileSync(`${directory}/reference/index.html`, page(version, scriptName));
  appendFileSync(`${directory}/_headers`, headers(scriptName));
}

/** Returns Scalar's script for pages, from the route of the plugin: Fastify itself is not needed for it. */
function scalarScript(): string {
  const routes: Route[] = [];
  const server = { hasPlugin: () => false, route: (route: Route) => routes.push(route) };
  const reply: Reply = { header: () => reply, send: (body) => body };
  const plugin: unknown = scalar;
  (plugin as Plugin)(server, { configuration: { url: 'openapi.json' } }, () => undefined);
  const script = routes.find(({ url }) => url === SCRIPT)?.handler({}, reply);
  if (typeof script !== 'string') throw new Error('@scalar/fastify-api-reference has no script.');
  return script;
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
    // Scalar creates style elements and attributes. The policy allows no loads from other origins.
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
