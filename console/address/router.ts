/**
 * Keeps the whole state of a screen in the URL: `/console/<company>/<screen>/<rest>?<parameters>`. With the Navigation
 * API, links and Back change the screen; in browsers without it, they load the page.
 */
import { computed, signal } from '@preact/signals';
import { dialogNamed, type DialogName } from './dialogs.ts';
import { mayLeave } from './leaving.ts';

/** Marks a navigation that loads the page. */
const LOAD = 'load';
/** Marks a navigation that restores the current URL. */
const STAY = 'stay';

const current = signal(new URL(location.href));

/** The current URL, in parts. */
export const place = computed(() => {
  const [, , company = '', screen = '', ...rest] = current.value.pathname.split('/').map(decodeURIComponent);
  const query = current.value.searchParams;
  return { company, screen, rest, query, over: dialogNamed(query.get('over')) };
});

/** Changes of the query: undefined removes a parameter, an array repeats it. */
export type QueryChange = Record<string, string | readonly string[] | undefined> & {
  over?: DialogName | undefined;
};

/** Returns the URL of a screen of this company. */
export function pathTo(...parts: readonly string[]): string {
  return ['/console', place.value.company, ...parts.map(encodeURIComponent)].join('/');
}

/** Returns the current URL with a changed query. */
export function withQuery(change: QueryChange): string {
  const query = new URLSearchParams(current.value.searchParams);
  for (const [name, value] of Object.entries(change)) {
    query.delete(name);
    for (const item of typeof value === 'string' ? [value] : (value ?? [])) query.append(name, item);
  }
  const text = query.toString();
  return current.value.pathname + (text === '' ? '' : `?${text}`);
}

/** Goes to a URL of the console. @param options `replace` replaces the current history entry */
export function go(to: string, { replace = false } = {}): void {
  const url = new URL(to, location.href);
  if (url.href === location.href) return;
  if ('navigation' in window) navigateTo(url.href, { history: replace ? 'replace' : 'push' });
  else if (replace) location.replace(url);
  else location.assign(url);
}

/** Loads a URL as a new page, without the state of this one. */
export function load(to: string): void {
  if ('navigation' in window) navigateTo(to, { info: LOAD });
  else location.assign(to);
}

/**
 * Closes a dialog: goes one step back if it was opened from this page, else removes its parameters. Going back to a page that was
 * there before a link from elsewhere would load it again, and say nothing of what the dialog has done.
 */
export function close(parameters: readonly string[]): void {
  const without = withQuery(Object.fromEntries(parameters.map((name) => [name, undefined])));
  const index = 'navigation' in window ? (navigation.currentEntry?.index ?? 0) : 0;
  const before = index > 0 ? navigation.entries()[index - 1] : undefined;
  if (before?.sameDocument === true && before.url === new URL(without, location.href).href) history.back();
  else go(without, { replace: true });
}

/** Handles navigations within the console. @param arrive called after the screen of another path is rendered */
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
        // The screen is rendered afterwards: its microtask was queued first.
        await Promise.resolve();
        if (isElsewhere) arrive();
      },
    });
  });
}

/** Navigates. Ignores the rejection of a navigation that was refused or replaced by another. */
function navigateTo(to: string, options: NavigationNavigateOptions): void {
  const { committed, finished } = navigation.navigate(to, options);
  for (const way of [committed, finished]) way?.catch(() => undefined);
}

/** Refuses a navigation. A second Back in a row cannot be refused: then the URL is restored, and the screen stays. */
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
