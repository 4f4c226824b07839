/** Builds the page at `/` of a deployment, which names the product. */
import { createHash } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';

const STYLE = `
:root { color-scheme: light dark; }
body { max-width: 34rem; margin: 0 auto; padding: 12vh 24px 48px; background: light-dark(#fbfafd, #14151f); color: light-dark(#1b1c2b, #f1f1f7);
  font: 17px/1.6 -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif; }
h1 { margin: 0 0 12px; font-size: 34px; letter-spacing: -.02em; line-height: 1.15; text-wrap: balance; }
p { margin: 0 0 22px; text-wrap: pretty; }
dl { margin: 0 0 28px; border-top: 1px solid light-dark(#dddbe8, #2f3245); }
dl div { display: flex; flex-wrap: wrap; gap: 0 16px; padding: 11px 0; border-bottom: 1px solid light-dark(#dddbe8, #2f3245); }
dt { flex: 1 0 12rem; }
dd { margin: 0; }
a { color: light-dark(#5142c8, #a79bff); text-underline-offset: 3px; }
code { font: 15px ui-monospace, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace; }
small { color: light-dark(#65667a, #a3a6bd); font-size: 15px; }
`;

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/**
 * Writes the page and its headers into `directory`, the root of the static files.
 * @param hasReference whether the API reference is served, to which the page then links
 */
export function buildFrontPage(directory: string, version: string, hasReference: boolean): void {
  writeFileSync(`${directory}/index.html`, page(version, hasReference));
  appendFileSync(
    `${directory}/_headers`,
    `\n/\n  Content-Security-Policy: ${POLICY}\n  X-Content-Type-Options: nosniff\n  Referrer-Policy: no-referrer\n`,
  );
}

function page(version: string, hasReference: boolean): string {
  const reference = hasReference
    ? '<div><dt>For developers</dt><dd><a href="/reference/">API reference</a></dd></div>'
    : '';
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Leadline</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <h1>Leadline answers here</h1>
    <p>It shows visitors of its companies' sites the phone number of their visit, and keeps the leads. There is nothing to see at this address; sites and programs ask it.</p>
    <dl>
      ${reference}
      <div><dt>What sites load</dt><dd><a href="/dni/leadline.js"><code>/dni/leadline.js</code></a></dd></div>
      <div><dt>The script to pin, with its hash</dt><dd><a href="/dni/leadline.json"><code>/dni/leadline.json</code></a></dd></div>
    </dl>
    <p><small>Version ${version}</small></p>
  </body>
</html>
`;
}
