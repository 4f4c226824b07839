/**
 * Builds the console: one script and one style sheet for its first screen, one of each for every further part, and the
 * page that loads them. The folder of a build is named by a hash of its files, so browsers may cache them forever.
 */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { buildStyles } from './console-styles.ts';
import { citiesApart, tablesApart } from './console-tables.ts';
import { withoutLanguages } from './number-formats.ts';
import { installSnippets } from './snippets.ts';
import { build, type BuildOptions, type Metafile, type OutputFile, type Plugin } from 'esbuild';
import { minifySync } from 'oxc-minify';

const ROOT = 'console';
const MAIN = `${ROOT}/main.tsx`;
/** Parts with fixed names: the Worker's decision code, the map's worker that uses it, and the worker of Excel files. */
const OWN_PARTS = [
  'screens/preview/deciding',
  'screens/preview/map/map-worker',
  'formats/workbook/workbook-worker',
].map((name) => `${ROOT}/${name}.ts`);
/** The oldest browsers with `URL.parse`, `light-dark()`, `popover` and `oklch()`. */
export const TARGETS = ['chrome126', 'firefox128', 'safari18'];
/** The font of the console's texts: all weights, the letters of Western languages. Others come from the system. */
const FONT = 'node_modules/@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2';
/** Matches the names that the bundler gives to parts. */
const PART = /\bpart-\w{8}\.js/;
/** Length of the hash in the folder's name. */
const VERSION_LENGTH = 10;

/** Sizes of the built files, brotli, in bytes. */
export interface ConsoleSizes {
  /** The first screen, which every visit loads. */
  firstScreen: { script: number; style: number };
  /** All scripts together. */
  scripts: number;
}

/** The files of the build by served name. */
type Files = Map<string, Uint8Array>;

/**
 * Builds the console.
 * @param assets the root of the static files
 * @param tables the folder from which the Worker imports the page
 */
export async function buildConsole(assets: string, tables: string): Promise<ConsoleSizes> {
  const { files, outputs } = await bundle(tables);
  const version = versionOf(files);
  const folder = `/console/assets/${version}`;
  for (const [name, content] of files) write(`${assets}${folder}/${name}`, content);
  const html = readFileSync(`${ROOT}/index.html`, 'utf8')
    .replaceAll('%PARTS%', partsOfMain(outputs).map(preload).join('\n    '))
    .replaceAll('%ASSETS%', folder);
  writeFileSync(`${tables}/console.json`, JSON.stringify({ version, html }));
  return sizesOf(files);
}

/**
 * Returns how many bytes (brotli) a person waits for when a screen, or a part that a screen loads later, is opened: its scripts
 * without those of the first screen. The key is its source file.
 * @param tables as for {@link buildConsole}
 */
export async function sizesOfParts(tables: string): Promise<Map<string, number>> {
  const { files, outputs } = await bundle(tables);
  const first = new Set(partsOfMain(outputs).concat(partWith(MAIN, outputs)));
  const parts = Object.entries(outputs).flatMap(([path, { entryPoint }]) =>
    entryPoint === undefined || entryPoint === MAIN || OWN_PARTS.includes(entryPoint)
      ? []
      : [[entryPoint, importedWith(path, outputs)] as const],
  );
  return new Map(
    parts.map(([source, paths]) => {
      const names = paths.map((path) => basename(path)).filter((name) => !first.has(name));
      return [source, names.reduce((sum, name) => sum + brotliSize(files.get(name)), 0)];
    }),
  );
}

/** Lists the files that the first screen's script imports: modules that it shares with the map's worker. */
function partsOfMain(outputs: Metafile['outputs']): string[] {
  const main = partWith(MAIN, outputs);
  const path = Object.keys(outputs).find((output) => basename(output) === main) ?? '';
  return importedWith(path, outputs)
    .map((output) => basename(output))
    .filter((name) => name !== main);
}

/** Returns the tag that loads a part beside the script, which would request it only once it is there itself. */
function preload(name: string): string {
  return `<link rel="modulepreload" href="%ASSETS%/${name}" />`;
}

/** Lists an output and the outputs that it imports, directly or not. */
function importedWith(path: string, outputs: Metafile['outputs']): string[] {
  const found = new Set([path]);
  for (const one of found) {
    for (const { kind, path: other } of outputs[one]?.imports ?? []) {
      if (kind === 'import-statement') found.add(other);
    }
  }
  return [...found];
}

/** Headers of the console's files, in the syntax of Workers static assets. */
export const CONSOLE_HEADERS = `/console/assets/*
  Content-Security-Policy: default-src 'none'; script-src 'self'; connect-src 'self'
  Cache-Control: public, max-age=31536000, immutable
  Cross-Origin-Resource-Policy: same-origin
  X-Content-Type-Options: nosniff
`;

async function bundle(tables: string): Promise<{ files: Files; outputs: Metafile['outputs'] }> {
  const data: Files = new Map();
  const screens = globSync(`${ROOT}/{screens/*,screens/leads/*,frame/live}/screen.tsx`).toSorted();
  const shared = {
    bundle: true,
    minify: true,
    target: TARGETS,
    write: false,
    legalComments: 'none',
  } satisfies BuildOptions;
  const scripts = await build({
    ...shared,
    entryPoints: Object.fromEntries([
      ['main', MAIN],
      ...screens.map((path) => [screenName(path), path]),
      ...OWN_PARTS.map((path) => [basename(path, '.ts'), path]),
    ]),
    format: 'esm',
    splitting: true,
    metafile: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // As a text: the bundler gives a list a module of its own, which every part would load.
    define: { INSTALL_SNIPPETS: JSON.stringify(JSON.stringify(installSnippets())) },
    entryNames: '[name]',
    chunkNames: 'part-[hash]',
    outdir: 'out',
    plugins: [importsMain, tablesApart(tables, data), withoutLanguages],
    // Ignore tsconfig.json, which is for type checks.
    tsconfigRaw: {},
  });
  const styles = await buildStyles(ROOT, shared);
  const rename = shortNames(scripts.outputFiles);
  const texts = scripts.outputFiles.map(({ path, text }): [string, Uint8Array] => [
    rename(basename(path)),
    Buffer.from(rename(text)),
  ]);
  const files = new Map([...data, ...citiesApart(tables), ...styles, ...texts]);
  files.set('icon.svg', readFileSync(`${ROOT}/icon.svg`));
  files.set('text.woff2', readFileSync(FONT));
  const { outputs } = JSON.parse(rename(JSON.stringify(scripts.metafile))) as Metafile;
  return { files: nameMain(files, partWith(MAIN, outputs)), outputs };
}

/**
 * Gives the parts short names, since each name is in every script that imports the part: less by 2.7 % of all scripts. The name of the
 * folder has the hash.
 * @returns replaces the names in a text
 */
function shortNames(parts: readonly OutputFile[]): (text: string) => string {
  const names = parts.map(({ path }) => basename(path)).filter((name) => PART.test(name));
  const short = new Map(names.toSorted().map((name, index) => [name, `${index.toString(36)}.js`]));
  return (text) => text.replaceAll(new RegExp(PART, 'g'), (name) => short.get(name) ?? name);
}

/** Finds the output that contains a source file. */
function partWith(source: string, outputs: Metafile['outputs']): string {
  const [path = ''] = Object.entries(outputs).find(([, { inputs }]) => source in inputs) ?? [];
  return basename(path);
}

/** Makes a script smaller than the bundler does: by 2.4 % of all scripts. @throws Error for a script that it cannot read */
function minified(name: string, text: string): string {
  const { code, errors } = minifySync(name, text, {
    module: true,
    compress: { target: TARGETS },
    mangle: { toplevel: true },
  });
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  return code;
}

/** Replaces the entry, which only imports the part with the first screen, by that part. */
function nameMain(files: Files, part: string): Files {
  files.set('main.js', files.get(part) ?? new Uint8Array());
  if (part !== 'main.js') files.delete(part);
  for (const [name, content] of files) {
    if (!name.endsWith('.js')) continue;
    const text = Buffer.from(content).toString().replaceAll(`./${part}`, './main.js');
    files.set(name, Buffer.from(minified(name, text)));
  }
  return files;
}

/**
 * Makes every part that is loaded later import the first screen, which is always loaded. The bundler then keeps the first screen's
 * modules in one file instead of a part for each set of parts that share modules.
 */
const importsMain: Plugin = {
  name: 'later parts import main',
  setup(build) {
    const parts = laterParts();
    build.onLoad({ filter: /\/console\/.*\.tsx?$/ }, ({ path }) =>
      parts.has(path)
        ? {
            contents: `${readFileSync(path, 'utf8')}\nimport '${relative(dirname(path), resolve(MAIN))}';\n`,
            loader: path.endsWith('x') ? 'tsx' : 'ts',
          }
        : undefined,
    );
  },
};

/** Returns the screens and what they load when it is needed, by `import()`. Own parts run in a worker too, without a page. */
function laterParts(): Set<string> {
  const modules = globSync(`${ROOT}/**/*.{ts,tsx}`);
  const loaded = modules.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\bimport\('([^']+)'\)/g)].map(([, to = '']) =>
      resolve(dirname(path), to),
    ),
  );
  return new Set([
    ...globSync(`${ROOT}/{screens/*,screens/leads/*,frame/live}/screen.tsx`).map((path) => resolve(path)),
    ...loaded.filter((path) => !OWN_PARTS.some((own) => resolve(own) === path)),
  ]);
}

/** `console/screens/leads/screen.tsx` is `leads`. */
function screenName(path: string): string {
  return basename(dirname(path));
}

function versionOf(files: Files): string {
  const hash = createHash('sha256');
  for (const [name, content] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(name).update(content);
  }
  return hash.digest('hex').slice(0, VERSION_LENGTH);
}

function sizesOf(files: Files): ConsoleSizes {
  const size = (name: string): number => brotliSize(files.get(name));
  const scripts = [...files.keys()].filter((name) => name.endsWith('.js'));
  return {
    firstScreen: { script: size('main.js'), style: size('main.css') },
    scripts: scripts.reduce((sum, name) => sum + size(name), 0),
  };
}

function brotliSize(content: Uint8Array | undefined): number {
  return brotliCompressSync(content ?? '').length;
}

function write(path: string, content: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
