/**
 * Builds the console's style sheets: one for every page, and one for each part (the `screen.css` of a screen or of the live updates),
 * whose rules apply only inside the element of that part (`data-part`, console/components/parts/lazy.tsx). So a part looks the same
 * after any other part.
 */
import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { build, type BuildOptions, transform } from 'esbuild';

/** The style sheet of every page. */
const MAIN = 'main';
/** The part that opens first. Its rules are loaded with the page. */
const FIRST_PART = 'leads';

/**
 * Builds the style sheets.
 * @param root the folder of the console
 * @param options for minifying, and the browsers
 * @returns the style sheets by file name
 */
export async function buildStyles(root: string, options: BuildOptions): Promise<Map<string, Uint8Array>> {
  const parts = globSync(`${root}/{screens/*,screens/leads/*,frame/live}/screen.css`).map((path) => [
    basename(dirname(path)),
    path,
  ]);
  const { outputFiles } = await build({
    ...options,
    entryPoints: { [MAIN]: `${root}/main.css`, ...Object.fromEntries(parts) },
    entryNames: '[name]',
    // The font lies beside the style sheets (build/console.ts).
    external: ['./text.woff2'],
    outdir: 'out',
    write: false,
  });
  const sheets = new Map<string, string>();
  for (const { path, text } of outputFiles) {
    const name = basename(path, '.css');
    sheets.set(name, name === MAIN ? text : await withinPart(name, text, options));
  }
  sheets.set(MAIN, [sheets.get(MAIN), sheets.get(FIRST_PART)].join(''));
  sheets.delete(FIRST_PART);
  return new Map([...sheets].map(([name, text]) => [`${name}.css`, Buffer.from(text)]));
}

/** Nests the rules of a part into its element. `:where` does not change their specificity. */
async function withinPart(name: string, text: string, { target }: BuildOptions): Promise<string> {
  const rooted = `:where([data-part="${name}"]) { ${text} }`;
  const { code } = await transform(rooted, { loader: 'css', minify: true, ...(target && { target }) });
  return code;
}
