/** The script tag: starts once a page, with what the tag says. */
import type { Leadline, Options } from './interface.ts';
import { start } from './start.ts';

/** What may stand at `window.leadline`: calls that wait for the script, or the script's own. */
type Early = Partial<Leadline> & { q?: [name: keyof Leadline, ...given: never[]][] };

const page = window as { leadline?: Early };
const script = document.currentScript as HTMLScriptElement | null;
const early = page.leadline;
if (script && !early?.ready) {
  const { origin } = new URL(script.src);
  const leadline = start({ endpoint: origin, ...(script.dataset as unknown as Omit<Options, 'endpoint'>) });
  if (script.dataset.consent) void import(`${origin}/dni/leadline-consent.js`);
  if (/leadline_debug/.test(location.search)) void import(`${origin}/dni/leadline-debug.js`);
  early?.q?.forEach(([name, ...given]) => (leadline[name] as (...given: never[]) => void)(...given));
}
