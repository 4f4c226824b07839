/** Starts once a page. Options come from the tag, then the page (`window.leadline`), then the script's URL. */
import type { Leadline, Options } from './interface.ts';
import { load, start } from './start.ts';

/** `window.leadline`: options and queued calls of the page, or the started script. */
type Early = Partial<Leadline & Options> & { q?: [name: keyof Leadline, ...given: never[]][] };

// A module is no current script.
const script = (document.currentScript ||
  document.querySelector('script[src*="/dni/leadline"]')) as HTMLScriptElement;
const early = (window as { leadline?: Early }).leadline;
try {
  if (!early?.ready) {
    const { origin, searchParams } = new URL(script.src, location as unknown as URL);
    // Tag managers remove `data-` attributes.
    const given = {
      endpoint: origin,
      ...Object.fromEntries(searchParams),
      ...early,
      ...(script.dataset as object),
    } as Options;
    const leadline = start(given);
    if (given.consent) load('consent');
    if (/leadline_debug/.test(location.search)) load('debug');
    early?.q?.forEach(([name, ...given]) => (leadline[name] as (...given: never[]) => void)(...given));
  }
} catch {
  // An error must not break the page.
}
