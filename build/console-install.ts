/** Builds what makes the console installable: manifest, icons and service worker, at fixed addresses below `/console/`. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const SOURCES = 'console/frame/install';
const ICONS = ['icon-192.png', 'icon-512.png', 'maskable-512.png'];

/** Writes the files. @param assets the root of the static files @param targets the oldest browsers */
export async function buildInstall(assets: string, targets: string[]): Promise<void> {
  const folder = `${assets}/console`;
  mkdirSync(folder, { recursive: true });
  for (const icon of ICONS) copyFileSync(`${SOURCES}/${icon}`, `${folder}/${icon}`);
  const manifest: unknown = JSON.parse(readFileSync(`${SOURCES}/manifest.json`, 'utf8'));
  writeFileSync(`${folder}/manifest.webmanifest`, JSON.stringify(manifest));
  await build({
    entryPoints: [`${SOURCES}/service-worker.ts`],
    outfile: `${folder}/service-worker.js`,
    bundle: true,
    minify: true,
    format: 'iife',
    target: targets,
    legalComments: 'none',
    // Ignore tsconfig.json, which is for type checks.
    tsconfigRaw: {},
  });
}

/** Headers of these files, in the syntax of Workers static assets. Browsers ask for a new version at each visit. */
export const INSTALL_HEADERS = `/console/service-worker.js
  Content-Security-Policy: default-src 'none'
  Cache-Control: no-cache
  Cross-Origin-Resource-Policy: same-origin
  X-Content-Type-Options: nosniff

/console/manifest.webmanifest
  Cache-Control: no-cache
  Cross-Origin-Resource-Policy: same-origin
  X-Content-Type-Options: nosniff
`;
