/** Further pages of the demo site: printed forms, a React page, a Vue page, and a strict content security policy. */
import { build } from 'esbuild';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { renderToString as renderVue } from 'vue/server-renderer';
import type { WidgetManifest } from '../../build/widget.ts';
import { BRANCHES, DEMO_COMPANY_ID, NATIONAL_NUMBER } from '../company.ts';
import { layout, NUMBER } from './layout.ts';
import { Callback } from '../apps/react-app.ts';
import { createCallback } from '../apps/vue-app.ts';

/** Number formats and their HTML. */
const FORMS: readonly [string, string][] = [
  ['Brackets', '(800) 555-0142'],
  ['Hyphens', '800-555-0142'],
  ['No-break hyphens', '800‑555‑0142'],
  ['Dashes', '800–555–0142'],
  ['Dots', '800.555.0142'],
  ['Middle dots', '800·555·0142'],
  ['Slashes', '800/555/0142'],
  ['No-break and thin spaces', '800\u00a0555\u20090142'],
  ['Digits only', '8005550142'],
  ['International', '+1 800 555 0142'],
  ['From abroad', '001 800 555 0142'],
  ['With a 1', '1-800-555-0142'],
  ['With an extension', '(800) 555-0142 ext. 7'],
  ['Across elements', '<b>(800)</b> <i>555</i>-<u>0142</u>'],
  [
    'With an icon in it',
    '<b>(800)</b> <svg aria-hidden="true" viewBox="0 0 9 9" width="9" height="9"><circle cx="4.5" cy="4.5" r="4" fill="currentColor"/></svg>&#8288;555-0142',
  ],
  ['A link', `<a href="tel:${NATIONAL_NUMBER}">Call us</a>`],
  ['An encoded link', '<a href="tel:%2B1%20(800)%20555-0142">Call us</a>'],
  ["A branch's own number", `<a href="tel:${BRANCHES[0]?.number}">(512) 555-0140</a>`],
  ['A placeholder', '<input placeholder="800-555-0142" aria-label="Number to call">'],
  ['A button', '<input type="button" class="button" value="Call 800-555-0142">'],
];
const LEFT_ALONE: readonly [string, string][] = [
  ['An order number', 'ORD-8005550142, #8005550142, 8005550142998'],
  ['A price', '$8005550142'],
  ['A file', '8005550142.pdf'],
  ['Another country', '+44 800 555 0142'],
  ['Code', '<code>800-555-0142</code>'],
  ['Excluded', '<span data-leadline-skip>800-555-0142</span>'],
  ['In a field', '<input value="800-555-0142" aria-label="Your phone">'],
];

/** Renders the pages as file names and HTML. @param manifest of the current script, which one page pins */
export async function showcasePages(manifest: WidgetManifest): Promise<{ file: string; html: string }[]> {
  const page = (path: string, title: string, main: string): { file: string; html: string } => ({
    file: `${path}.html`,
    html: layout({ path, title, main }),
  });
  return [
    page('formats', 'Printed forms: Brightwater', formats()),
    page('react', 'React: Brightwater', app('React', 'root', renderToString(createElement(Callback)))),
    page('vue', 'Vue: Brightwater', app('Vue', 'app', await renderVue(createCallback()))),
    { file: 'csp.html', html: strict(manifest) },
  ];
}

/** Bundles the scripts of the React and Vue pages into `directory`. */
export async function buildApps(directory: string): Promise<void> {
  await build({
    entryPoints: ['demo/apps/react-client.ts', 'demo/apps/vue-client.ts'],
    bundle: true,
    minify: true,
    format: 'iife',
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    outdir: directory,
  });
}

function formats(): string {
  const table = (rows: readonly [string, string][]): string =>
    `<table class="forms"><tbody>${rows.map(([name, html]) => `<tr><th scope="row">${name}</th><td>${html}</td></tr>`).join('\n')}</tbody></table>`;
  return `
<section class="page">
  <h1>Printed forms</h1>
  <p class="lead">Each number keeps its format; only the digits change for your visit. <a href="?leadline_debug">Show what was swapped and why.</a></p>
  ${table(FORMS)}
  <h2>Left alone</h2>
  ${table(LEFT_ALONE)}
</section>`;
}

function app(name: string, id: string, html: string): string {
  return `
<section class="page">
  <h1>A ${name} page</h1>
  <p class="lead">Rendered on the server, hydrated by ${name}, then swapped. The number stays swapped when ${name} updates the page.</p>
  <div class="app" id="${id}">${html}</div>
  <script defer src="${name.toLowerCase()}-client.js"></script>
</section>`;
}

/** Renders the page with a pinned script and a strict policy: nothing inline, Trusted Types only. */
function strict({ file, integrity }: WidgetManifest): string {
  const policy =
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";
  return layout({
    path: 'csp',
    title: 'A strict policy: Brightwater',
    head: `\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
    script: `<script async src="${file}" integrity="${integrity}" crossorigin data-company="${DEMO_COMPANY_ID}"></script>`,
    main: `
<section class="page">
  <h1>A strict policy</h1>
  <p class="lead">Nothing inline, Trusted Types, and a script pinned by its hash. Call <a href="tel:${NATIONAL_NUMBER}">${NUMBER}</a>.</p>
  <pre>${policy.replaceAll('; ', ';\n')}</pre>
</section>`,
  });
}
