/**
 * Builds the script that sites load, the parts of it that only some pages ask for, and the modules for bundlers.
 *
 * `/dni/leadline.js` changes with every deploy. `/dni/leadline-<version>-<hash>.js` is for subresource integrity,
 * so its content stays the same: what was released is kept in `widget/releases` and goes with every later deploy.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { minify } from 'terser';

/** The oldest browsers for which esbuild adds no workarounds for faults of destructuring and optional chains. */
export const TARGETS = ['chrome93', 'firefox91', 'safari15'];
/** Properties of our own; those with two underlines, like `__tcfapi`, belong to other scripts. */
const OWN_PROPERTIES = /^_[^_]/;
const RELEASES = 'widget/releases';
/** What only pages that ask for it load. */
const PARTS = ['consent', 'debug'];

const present = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** What `/dni/leadline.json` says about the current script. */
export interface WidgetManifest {
  version: string;
  /** Path of the immutable copy. */
  file: string;
  /** For the `integrity` attribute. */
  integrity: string;
}

/** Writes the widget and its manifest into `directory`, the root of the static assets. */
export async function buildWidget(directory: string, version = present.version): Promise<WidgetManifest> {
  const script = await bundle('widget/index.ts', 'iife');
  const digest = (algorithm: string): Buffer => createHash(algorithm).update(script).digest();
  // The content is part of the name: a file that a site has pinned never changes.
  const file = `/dni/leadline-${version}-${digest('sha256').toString('hex').slice(0, 8)}.js`;
  const manifest = { version, file, integrity: `sha384-${digest('sha384').toString('base64')}` };
  mkdirSync(`${directory}/dni`, { recursive: true });
  cpSync(RELEASES, `${directory}/dni`, { recursive: true, filter: (path) => !/\.(md|json)$/.test(path) });
  writeFileSync(`${directory}/dni/leadline.js`, script);
  writeFileSync(`${directory}${file}`, script);
  for (const part of PARTS) {
    writeFileSync(`${directory}/dni/leadline-${part}.js`, await bundle(`widget/${part}.ts`, 'esm'));
  }
  writeFileSync(`${directory}/dni/leadline.json`, `${JSON.stringify(manifest, null, 2)}\n`);
  const pinned = readdirSync(RELEASES)
    .filter((name) => name.endsWith('.js'))
    .map((name) => `/dni/${name}`);
  writeFileSync(`${directory}/_headers`, headersFile([...new Set([file, ...pinned])]));
  return manifest;
}

/** One file without anything to import: bundled, own properties shortened, minified twice, since each finds more. */
async function bundle(entry: string, format: 'iife' | 'esm'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format,
    target: TARGETS,
    mangleProps: OWN_PROPERTIES,
    legalComments: 'none',
    // Without the compiler's options: "use strict" would be bytes for nothing.
    tsconfigRaw: {},
    write: false,
  });
  const { code = '' } = await minify(outputFiles[0]?.text ?? '', {
    toplevel: true,
    module: format === 'esm',
    ecma: 2020,
    compress: {
      passes: 4,
      ecma: 2020,
      // No built-in object is anything but itself, and no function has `new` or a name that matters.
      unsafe: true,
      unsafe_arrows: true,
      pure_getters: true,
      keep_fargs: false,
      // 1 and 0: what hears them, listeners and observers of the browser, takes them as booleans.
      booleans_as_integers: true,
      // What is written alike packs better.
      sequences: false,
    },
  });
  return code;
}

/** Headers of the static files, in the syntax of Workers static assets. */
function headersFile(immutable: readonly string[]): string {
  const shared =
    '  Access-Control-Allow-Origin: *\n  X-Content-Type-Options: nosniff\n  Cross-Origin-Resource-Policy: cross-origin\n';
  // An hour: a fix reaches every site within it, and a returning visitor seldom asks.
  const current = '  Cache-Control: public, max-age=3600, stale-while-revalidate=86400\n';
  return [
    `/dni/leadline.js\n${current}${shared}`,
    ...PARTS.map((part) => `/dni/leadline-${part}.js\n${current}${shared}`),
    `/dni/leadline.json\n  Cache-Control: public, max-age=300\n${shared}`,
    ...immutable.map((file) => `${file}\n  Cache-Control: public, max-age=31536000, immutable\n${shared}`),
  ].join('\n');
}
