/**
 * The console's style sheets: one for every page, and one for each part (`console/screens/<name>/screen.css`), whose rules
 * count only within the element of that part (`data-part`, console/components/parts/lazy.tsx). A part therefore looks the same
 * whatever was visited before it.
 */
import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { build, type BuildOptions, transform } from 'esbuild';

/** The style sheet of every page. */
const MAIN = 'main';
/** The part that opens first: its rules come with the page. */
const FIRST_PART = 'leads';

/**
 * Builds the style sheets.
 * @param root where the console is
 * @param options minifying, and the browsers
 * @returns each by the name of its file
 */
export async function buildStyles(root: string, options: BuildOptions): Promise<Map<string, Uint8Array>> {
  const parts = globSync(`${root}/screens/*/screen.css`).map((path) => [basename(dirname(path)), path]);
  const { outputFiles } = await build({
    ...options,
    entryPoints: { [MAIN]: `${root}/main.css`, ...Object.fromEntries(parts) },
    entryNames: '[name]',
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

/** The rules of a part, nested into its element. `:where` leaves their weight as it is. */
async function withinPart(name: string, text: string, { target }: BuildOptions): Promise<string> {
  const rooted = `:where([data-part="${name}"]) { ${text} }`;
  const { code } = await transform(rooted, { loader: 'css', minify: true, ...(target && { target }) });
  return code;
}
