/** Bundles what runs in the page of a benchmark. */
import { build } from 'esbuild';

/** Returns the script of an entry file. */
export async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
