/** Builds the static files of `npm start`: those of the product and of the demo site. */
import { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import type { WidgetManifest } from '../build/widget.ts';
import { CHAT_PAGE } from './pages/chat.ts';
import { MAIL_PAGE, MAIL_POLICY } from './pages/mail.ts';
import { sitePages } from './pages/pages.ts';
import { SHEET_PAGE } from './pages/sheet.ts';
import { buildApps, showcasePages } from './pages/showcase.ts';

/**
 * The pages' content security policy: only their own files. Vue needs a Trusted Types policy; the strict page has none.
 * Nobody may frame the pages.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types vue";

/** Headers and redirects of the demo, in the syntax of Workers static assets. */
const HEADERS = `
/demo/*
  Content-Security-Policy: ${POLICY}
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  Cache-Control: no-cache

/demo/mail
  ! Content-Security-Policy
  Content-Security-Policy: ${MAIL_POLICY}
`;
const REDIRECTS = '/ /demo/ 302\n/demo /demo/ 302\n';

/**
 * Builds the demo's static files.
 * @param assets the product's static files
 * @param directory the target: a copy of `assets`, with the site under `demo/`
 */
export async function buildDemo(assets: string, directory: string): Promise<void> {
  const site = `${directory}/demo`;
  mkdirSync(site, { recursive: true });
  cpSync(assets, directory, { recursive: true });
  cpSync('demo/site', site, { recursive: true });
  appendFileSync(`${directory}/_headers`, HEADERS);
  writeFileSync(`${directory}/_redirects`, REDIRECTS);
  const manifest = JSON.parse(readFileSync(`${assets}/dni/leadline.json`, 'utf8')) as WidgetManifest;
  for (const { file, html } of [...sitePages(), ...(await showcasePages(manifest))]) {
    writeFileSync(`${site}/${file}`, html);
  }
  writeFileSync(`${site}/chat.html`, CHAT_PAGE);
  writeFileSync(`${site}/sheet.html`, SHEET_PAGE);
  writeFileSync(`${site}/mail.html`, MAIL_PAGE);
  await Promise.all([buildScripts(site), buildApps(site)]);
}

/** Bundles the pages' own scripts. */
async function buildScripts(site: string): Promise<void> {
  await build({
    entryPoints: ['pretend', 'site', 'panel', 'phone', 'mail', 'chat', 'sheet'].map(
      (name) => `demo/browser/${name}.ts`,
    ),
    bundle: true,
    minify: true,
    format: 'iife',
    tsconfigRaw: {},
    outdir: site,
  });
}
