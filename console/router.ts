/**
 * The address is the whole state of a screen: `/console/<company>/<screen>/<rest>?<what is chosen there>`. Where the
 * browser has the Navigation API, links and Back change the screen; where it does not, they load the page anew.
 */
import { computed, signal } from '@preact/signals';
import { dialogNamed, type DialogName } from './dialogs.ts';
import { mayLeave } from './typed.ts';

/** Says of a navigation that it is for the browser. */
const LOAD = 'load';
/** Says of a navigation that it goes back to where we still are. */
const STAY = 'stay';

const current = signal(new URL(location.href));

/** Where we are. */
export const place = computed(() => {
  const [, , company = '', screen = '', ...rest] = current.value.pathname.split('/').map(decodeURIComponent);
  const query = current.value.searchParams;
  return { company, screen, rest, query, over: dialogNamed(query.get('over')) };
});

/** What a link changes of the query; undefined takes a parameter away, an array gives it several times. */
export type QueryChange = Record<string, string | readonly string[] | undefined> & {
  over?: DialogName | undefined;
};

/** The address of a screen of this company. */
export function pathTo(...parts: readonly string[]): string {
  return ['/console', place.value.company, ...parts.map(encodeURIComponent)].join('/');
}

/** The present address with another query. */
export function withQuery(change: QueryChange): string {
  const query = new URLSearchParams(current.value.searchParams);
  for (const [name, value] of Object.entries(change)) {
    query.delete(name);
    for (const item of typeof value === 'string' ? [value] : (value ?? [])) query.append(name, item);
  }
  const text = query.toString();
  return current.value.pathname + (text === '' ? '' : `?${text}`);
}

/** Goes to an address of the console. `replace`: Back does not come here again. */
export function go(to: string, { replace = false } = {}): void {
  const url = new URL(to, location.href);
  if (url.href === location.href) return;
  if ('navigation' in window) navigateTo(url.href, { history: replace ? 'replace' : 'push' });
  else if (replace) location.replace(url);
  else location.assign(url);
}

/** Loads an address anew, with everything that was kept in the page gone. */
export function load(to: string): void {
  if ('navigation' in window) navigateTo(to, { info: LOAD });
  else location.assign(to);
}

/** Leaves what was opened over the screen: one step back if we came from there, else by taking the parameters away. */
export function close(parameters: readonly string[]): void {
  const without = withQuery(Object.fromEntries(parameters.map((name) => [name, undefined])));
  const index = 'navigation' in window ? (navigation.currentEntry?.index ?? 0) : 0;
  const before = index > 0 ? navigation.entries()[index - 1]?.url : undefined;
  if (before === new URL(without, location.href).href) history.back();
  else go(without, { replace: true });
}

/** Changes the screen by what links, forms and Back ask for. `arrive` is called when another path's screen is there. */
export function startRouter(arrive: () => void): void {
  if (!('navigation' in window)) return;
  navigation.addEventListener('navigate', (event) => {
    const to = new URL(event.destination.url);
    const isLoad = event.navigationType === 'reload' || event.info === LOAD;
    const isOurs = event.canIntercept && !event.hashChange && event.downloadRequest === null;
    if (isLoad || !isOurs || !/^\/console(?!\/api\/)/.test(to.pathname)) return;
    const { value: from } = current;
    if (event.info === STAY) return event.intercept({ focusReset: 'manual', scroll: 'manual' });
    if (!mayLeave({ to, from })) return stay(event);
    const isElsewhere = to.pathname !== from.pathname;
    event.intercept({
      focusReset: 'manual',
      scroll: isElsewhere ? 'after-transition' : 'manual',
      handler: async () => {
        current.value = to;
        // The screen is rendered by then: its microtask was queued first.
        await Promise.resolve();
        if (isElsewhere) arrive();
      },
    });
  });
}

/** One that is refused or overtaken goes nowhere, which is no error. */
function navigateTo(to: string, options: NavigationNavigateOptions): void {
  const { committed, finished } = navigation.navigate(to, options);
  for (const way of [committed, finished]) way?.catch(() => undefined);
}

/** Goes nowhere. A second Back in a row cannot be refused: the address is put back then, and the screen stays as it is. */
function stay(event: NavigateEvent): void {
  if (event.cancelable) return event.preventDefault();
  const key = navigation.currentEntry?.key;
  event.intercept({
    focusReset: 'manual',
    scroll: 'manual',
    handler: async () => {
      if (key !== undefined) setTimeout(() => navigation.traverseTo(key, { info: STAY }));
      return Promise.resolve();
    },
  });
}
