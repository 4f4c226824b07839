/** The script tag: starts once a page, with what the tag, the page (`window.leadline`) and the script's address say, in this order. */
import type { Leadline, Options } from './interface.ts';
import { start } from './start.ts';

/** What may stand at `window.leadline`: settings and calls that wait for the script, or the script's own. */
type Early = Partial<Leadline & Options> & { q?: [name: keyof Leadline, ...given: never[]][] };

const script = document.currentScript as HTMLScriptElement;
const early = (window as { leadline?: Early }).leadline;
try {
  if (!early?.ready) {
    const { origin, searchParams } = new URL(script.src, location as unknown as URL);
    // Tag managers take the `data-` attributes away.
    const given = {
      endpoint: origin,
      ...Object.fromEntries(searchParams),
      ...early,
      ...(script.dataset as object),
    } as Options;
    const leadline = start(given);
    const load = (part: string): unknown => import(`${origin}/dni/leadline-${part}.js`).catch(() => {});
    if (given.consent) load('consent');
    if (/leadline_debug/.test(location.search)) load('debug');
    early?.q?.forEach(([name, ...given]) => (leadline[name] as (...given: never[]) => void)(...given));
  }
} catch {
  // Nothing here may break the page that it is on.
}
