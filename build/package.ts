/**
 * Builds the package `leadline` for bundlers: the folder for `npm pack`, which each deployment serves under
 * `/dni/modules/` as long as the package is in no registry.
 *
 * One package with optional peers: three would have to be of one version for 2 kB of bindings. The usual entry loads the
 * deployment's script, so a fix reaches a site within the hour; only `leadline/widget` carries the engine. A tarball
 * changes with each deploy and lock files keep its hash, so the guides have readers keep the file in their repository.
 * To publish: `npm publish dist/package` after a build, with `repository` in the manifest (npm's provenance needs it).
 */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { build } from 'esbuild';
import { TARGETS } from './widget.ts';

const SOURCE = 'packages/leadline';
/** The entries by the name that sites import; `leadline` itself is `index`. */
const ENTRIES = {
  index: `${SOURCE}/index.ts`,
  widget: 'widget/start.ts',
  react: `${SOURCE}/react.ts`,
  vue: `${SOURCE}/vue.ts`,
};

/** Writes the package into `directory`, ready to be packed: modules, types, manifest, licence, README. */
export async function buildPackage(directory: string, version: string): Promise<void> {
  await build({
    entryPoints: ENTRIES,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: TARGETS,
    packages: 'external',
    inject: [`${SOURCE}/on-servers.ts`],
    tsconfigRaw: {},
    outdir: directory,
  });
  const react = `${directory}/react.js`;
  // React's server components take a module with hooks for the browser's only with this at its top.
  writeFileSync(react, `'use client';\n${readFileSync(react, 'utf8')}`);
  buildTypes(`${directory}/types`);
  const manifest = JSON.parse(readFileSync(`${SOURCE}/package.json`, 'utf8')) as object;
  writeFileSync(`${directory}/package.json`, `${JSON.stringify({ ...manifest, version }, undefined, 2)}\n`);
  cpSync(`${SOURCE}/README.md`, `${directory}/README.md`);
  cpSync('LICENSE', `${directory}/LICENSE`);
}

/** Puts the package's modules and its tarball under `/dni/modules/` of `assets`. */
export function serveModules(assets: string, directory: string): void {
  const modules = `${assets}/dni/modules`;
  mkdirSync(modules, { recursive: true });
  for (const path of globSync(`${directory}/*.js`)) copyFileSync(path, path.replace(directory, modules));
  const options = ['pack', `./${directory}`, '--silent', '--ignore-scripts', '--pack-destination', modules];
  const packed = execFileSync('npm', options, { encoding: 'utf8' }).trim();
  renameSync(`${modules}/${packed}`, `${modules}/leadline.tgz`);
  appendFileSync(
    `${assets}/_headers`,
    '\n/dni/modules/*\n  Cache-Control: public, max-age=300\n  Access-Control-Allow-Origin: *\n  X-Content-Type-Options: nosniff\n  Cross-Origin-Resource-Policy: cross-origin\n',
  );
}

/** The declarations of the entries and of what they stand on, where the manifest names them. */
function buildTypes(directory: string): void {
  execFileSync('tsc', ['-p', `${SOURCE}/tsconfig.json`, '--outDir', directory], { stdio: 'inherit' });
  for (const path of globSync(`${directory}/**/*.d.ts`)) {
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/'(\.[\w./-]+)\.ts'/g, "'$1.js'"));
  }
}
