/**
 * Builds the script that sites load, its optional parts, and the modules for bundlers.
 *
 * `/dni/leadline.js` changes with every deploy. `/dni/leadline-<version>-<hash>.js` is for subresource integrity,
 * so its content never changes: released files stay in `widget/releases` and are part of every later deploy.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { minify } from 'terser';

/** The oldest browsers for which esbuild adds no workarounds for bugs in destructuring and optional chaining. */
export const TARGETS = ['chrome93', 'firefox91', 'safari15'];
/** Our own properties; those with two underscores, like `__tcfapi`, belong to other scripts. */
const OWN_PROPERTIES = /^_[^_]/;
const RELEASES = 'widget/releases';
/** Parts that only some pages load. */
const PARTS = ['consent', 'debug', 'leads'];

const present = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/**
 * Letters for short names, the first for the names that are used first. Found by swapping letters at random as long as the script
 * got smaller: it saves ten bytes beside letters by their frequency.
 */
const LETTERS = 'seitojflgczxOdmEMKCpBYIuQPWAFhTawXqNyHkvUZGnrDVSLbJR';
const IN_ORDER = {
  get: (index: number): string => {
    const letter = LETTERS[index % LETTERS.length] ?? '';
    return index < LETTERS.length ? letter : letter + IN_ORDER.get(Math.floor(index / LETTERS.length) - 1);
  },
};

/** The contents of `/dni/leadline.json`, about the current script. */
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
  // The name contains a hash, so that a pinned file never changes.
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

/** Bundles one file without imports, mangles own properties, and minifies with two minifiers, since each finds more. */
async function bundle(entry: string, format: 'iife' | 'esm'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format,
    target: TARGETS,
    mangleProps: OWN_PROPERTIES,
    legalComments: 'none',
    // Ignore tsconfig.json: "use strict" would add bytes without need.
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
      // Safe here: no built-in is overridden, and no function uses `new` or its name.
      unsafe: true,
      unsafe_arrows: true,
      pure_getters: true,
      keep_fargs: false,
      // 1 and 0: browser APIs such as addEventListener convert them to booleans.
      booleans_as_integers: true,
      // Similar code compresses better.
      sequences: false,
    },
    mangle: { nth_identifier: IN_ORDER },
  });
  return code;
}

/** Headers of the static files, in the syntax of Workers static assets. */
function headersFile(immutable: readonly string[]): string {
  const shared =
    '  Access-Control-Allow-Origin: *\n  X-Content-Type-Options: nosniff\n  Cross-Origin-Resource-Policy: cross-origin\n';
  // An hour, so that a fix reaches all sites soon and returning visitors rarely reload it.
  const current = '  Cache-Control: public, max-age=3600, stale-while-revalidate=86400\n';
  return [
    `/dni/leadline.js\n${current}${shared}`,
    ...PARTS.map((part) => `/dni/leadline-${part}.js\n${current}${shared}`),
    `/dni/leadline.json\n  Cache-Control: public, max-age=300\n${shared}`,
    ...immutable.map((file) => `${file}\n  Cache-Control: public, max-age=31536000, immutable\n${shared}`),
  ].join('\n');
}
