/**
 * Builds the package `leadline` for bundlers: the folder for `npm pack`. Each deployment serves it under `/dni/modules/`, since the
 * package is not in a registry yet.
 *
 * It is one package with optional peer dependencies, since three packages for 2 kB of bindings would need the same version. The main
 * entry loads the deployment's script, so a fix reaches sites within an hour; only `leadline/widget` contains the engine. The
 * tarball changes with each deploy and lock files store its hash, so the guides say to keep the file in the site's repository.
 * To publish it: `npm publish dist/package` after a build, with `repository` in the manifest (for npm's provenance).
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
/** The entry points by import name; `leadline` itself is `index`. */
const ENTRIES = {
  index: `${SOURCE}/index.ts`,
  widget: 'widget/start.ts',
  react: `${SOURCE}/react.ts`,
  vue: `${SOURCE}/vue.ts`,
};

/** Writes the package into `directory`: modules, types, manifest, licence, README. */
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
  // React's server components need this first line in a module with hooks.
  writeFileSync(react, `'use client';\n${readFileSync(react, 'utf8')}`);
  buildTypes(`${directory}/types`);
  const manifest = JSON.parse(readFileSync(`${SOURCE}/package.json`, 'utf8')) as object;
  writeFileSync(`${directory}/package.json`, `${JSON.stringify({ ...manifest, version }, undefined, 2)}\n`);
  cpSync(`${SOURCE}/README.md`, `${directory}/README.md`);
  cpSync('LICENSE', `${directory}/LICENSE`);
}

/** Copies the package's modules and tarball to `/dni/modules/` of `assets`. */
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

/** Writes the type declarations to the paths in the manifest. */
function buildTypes(directory: string): void {
  execFileSync('tsc', ['-p', `${SOURCE}/tsconfig.json`, '--outDir', directory], { stdio: 'inherit' });
  for (const path of globSync(`${directory}/**/*.d.ts`)) {
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/'(\.[\w./-]+)\.ts'/g, "'$1.js'"));
  }
}
