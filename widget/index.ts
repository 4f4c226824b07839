/** The script tag: starts once a page, with what the tag, the page (`window.leadline`) and the script's address say, in this order. */
import type { Leadline, Options } from './interface.ts';
import { start } from './start.ts';

/** What may stand at `window.leadline`: settings and calls that wait for the script, or the script's own. */
type Early = Partial<Leadline & Options> & { q?: [name: keyof Leadline, ...given: never[]][] };

const page = window as { leadline?: Early };
const script = document.currentScript as HTMLScriptElement | null;
const early = page.leadline;
if (script && !early?.ready) {
  const { origin, searchParams } = new URL(script.src);
  // Tag managers take the `data-` attributes away.
  const given = { ...Object.fromEntries(searchParams), ...early, ...(script.dataset as object) } as Omit<
    Options,
    'endpoint'
  >;
  const leadline = start({ endpoint: origin, ...given });
  if (given.consent) void import(`${origin}/dni/leadline-consent.js`);
  if (/leadline_debug/.test(location.search)) void import(`${origin}/dni/leadline-debug.js`);
  early?.q?.forEach(([name, ...given]) => (leadline[name] as (...given: never[]) => void)(...given));
}
