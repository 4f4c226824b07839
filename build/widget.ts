/** Builds the script that sites load: `/dni/leadline.js`, and an immutable copy for subresource integrity. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

// Older ones want detours around faults of destructuring and of optional chains, which cost bytes in every page.
const TARGETS = ['chrome93', 'firefox91', 'safari15'];

/** What `/dni/leadline.json` says about the current script. */
export interface WidgetManifest {
  version: string;
  /** Path of the immutable copy. */
  file: string;
  /** For the `integrity` attribute. */
  integrity: string;
}

/** Writes the widget and its manifest into `directory`, the root of the static assets. */
export async function buildWidget(directory: string): Promise<WidgetManifest> {
  const result = await build({
    entryPoints: ['widget/index.ts'],
    bundle: true,
    minify: true,
    format: 'iife',
    target: TARGETS,
    mangleProps: /^_/,
    legalComments: 'none',
    write: false,
  });
  const script = result.outputFiles[0]?.contents ?? new Uint8Array();
  const digest = (algorithm: string): Buffer => createHash(algorithm).update(script).digest();
  // The content is part of the name: a file that a site has pinned never changes.
  const file = `/dni/leadline-${version}-${digest('sha256').toString('hex').slice(0, 8)}.js`;
  const manifest = { version, file, integrity: `sha384-${digest('sha384').toString('base64')}` };
  mkdirSync(`${directory}/dni`, { recursive: true });
  writeFileSync(`${directory}/dni/leadline.js`, script);
  writeFileSync(`${directory}${file}`, script);
  writeFileSync(`${directory}/dni/leadline.json`, `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(`${directory}/_headers`, headersFile(file));
  return manifest;
}

/** Headers of the static files, in the syntax of Workers static assets. */
function headersFile(immutableFile: string): string {
  const shared =
    '  Access-Control-Allow-Origin: *\n  X-Content-Type-Options: nosniff\n  Cross-Origin-Resource-Policy: cross-origin\n';
  return [
    // An hour: a fix reaches every site within it, and a returning visitor seldom asks.
    `/dni/leadline.js\n  Cache-Control: public, max-age=3600, stale-while-revalidate=86400\n${shared}`,
    `/dni/leadline.json\n  Cache-Control: public, max-age=300\n${shared}`,
    `${immutableFile}\n  Cache-Control: public, max-age=31536000, immutable\n${shared}`,
  ].join('\n');
}
