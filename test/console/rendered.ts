/**
 * Shows components of the console without a browser, in a light DOM: their words, tables, fields and checks. A test that needs
 * it begins with `// @vitest-environment happy-dom`. Layout, focus rings, layers, and several screens at once need a browser.
 */
import { configure, fireEvent, type queries, within } from '@testing-library/dom';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { type ComponentChild, Fragment, h, render } from 'preact';
import { onTestFinished } from 'vitest';
import { go, startRouter } from '../../console/address/router.ts';
import { holdRequests } from '../../console/api/api.ts';
import { forgetAnswers } from '../../console/api/resource.ts';
import { user as signedIn, type User } from '../../console/api/user.ts';
import { Toasts } from '../../console/components/over/toasts.tsx';
import { installSnippets } from '../../build/snippets.ts';
import { SmallNavigation } from './small-navigation.ts';

// The build puts it into the scripts.
Object.assign(globalThis, { INSTALL_SNIPPETS: JSON.stringify(installSnippets()) });

// What is not there by then does not come. The whole page in the message would hide what was looked for.
configure({
  asyncUtilTimeout: 30_000,
  getElementError: (message) => new Error(message ?? ''),
});

/** A request of the console to the API. */
export interface ApiRequest {
  method: string;
  /** The path below the company, with its query: `/users?offset=10`. */
  path: string;
  body: unknown;
  headers: Headers;
}

/** An answer: a body, or what a function makes of the request. A `Response` is answered as it is. */
type ApiAnswer = ((request: ApiRequest) => unknown) | object | string | null;

/** Answers by method and path below the company: `{'GET /users': []}`. The query counts if the key has one. */
export type ApiAnswers = Record<string, ApiAnswer>;

export interface ShowOptions {
  /** The address below `/console/<company>/`. */
  at?: string;
  answers?: ApiAnswers;
  /** The signed-in user, a superadmin unless said otherwise. */
  user?: Partial<User>;
  /** Whether a part may break. Otherwise that fails the test. */
  mayBreak?: boolean;
}

/** A shown component. */
export interface Shown {
  /** Finds elements as people do: `byRole`, `getByLabelText`. */
  find: ReturnType<typeof within<typeof queries>>;
  /** Types, clicks and presses keys. */
  user: UserEvent;
  /** What the API was asked, in order. */
  requests: ApiRequest[];
  companyId: string;
}

/**
 * Shows a component, and the toasts, in a company of its own until the test has finished. A request without an answer fails
 * the test.
 * @param component for instance `h(Failure, {error})`
 */
export async function show(
  component: ComponentChild,
  { at = 'home', answers = {}, user = {}, mayBreak = false }: ShowOptions = {},
): Promise<Shown> {
  const companyId = crypto.randomUUID();
  const requests: ApiRequest[] = [];
  const unanswered: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const request = requestOf(input, init, companyId);
    requests.push(request);
    const { method, path } = request;
    const answer = answers[`${method} ${path}`] ?? answers[`${method} ${path.replace(/\?.*/, '')}`];
    if (answer === undefined) {
      unanswered.push(`${method} ${path}`);
      return new Promise(() => undefined);
    }
    const body =
      typeof answer === 'function' ? await (answer as (one: ApiRequest) => unknown)(request) : answer;
    return body instanceof Response ? body : Response.json(body ?? null);
  };
  startNavigation();
  // A test that left its page has held them back.
  holdRequests(Promise.resolve());
  go(`/console/${companyId}/${at}`);
  signedIn.value = userOf(user, companyId);
  const root = document.createElement('main');
  document.body.append(root);
  const find = within(document.body);
  onTestFinished(async () => {
    await rendered();
    // Otherwise the next test would see them, too.
    for (const button of find.queryAllByLabelText('Dismiss')) fireEvent.click(button);
    const broken = mayBreak ? null : root.querySelector('.broken');
    render(null, root);
    root.remove();
    globalThis.fetch = fetch;
    forgetAnswers();
    sessionStorage.clear();
    localStorage.clear();
    if (broken !== null) throw new Error(`A part broke: ${broken.textContent}`);
    if (unanswered.length > 0) throw new Error(`No answer for ${unanswered.join(', ')}`);
  });
  render(h(Fragment, {}, component, h(Toasts, {})), root);
  await rendered();
  return { find, user: userEvent.setup(), requests, companyId };
}

/** Puts a text into a field instead of the present one; days and times as a picker does. */
export async function typed(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  if (field instanceof HTMLInputElement && /^(?:date|time|datetime-local)$/.test(field.type)) {
    fireEvent.input(field, { target: { value: text } });
    return;
  }
  await user.clear(field);
  if (text !== '') await user.type(field, text);
}

/** Waits until effects have run and what they changed is rendered. */
export async function rendered(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Answers the browser's questions of this test in order. @returns what was asked */
export function confirmWith(...answers: boolean[]): string[] {
  const asked: string[] = [];
  const answer = (text = ''): boolean => {
    asked.push(text);
    return answers.shift() ?? false;
  };
  Object.assign(window, { confirm: answer });
  return asked;
}

/** A refusal of the API, with errors at fields by their JSON pointers. */
export function refusal(
  status: number,
  code: string,
  detail: string,
  errors: readonly { pointer: string; code?: string; detail: string }[] = [],
): Response {
  const problem = { type: 'about:blank', title: code, status, code, detail, errors };
  return Response.json(problem, { status, headers: { 'Content-Type': 'application/problem+json' } });
}

function requestOf(input: RequestInfo | URL, init: RequestInit | undefined, companyId: string): ApiRequest {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input, location.href);
  const text = init?.body;
  return {
    method: init?.method ?? 'GET',
    path: pathname.replace('/console/api', '').replace(`/companies/${companyId}`, '') + search,
    body: typeof text === 'string' ? (JSON.parse(text) as unknown) : text,
    headers: new Headers(init?.headers),
  };
}

function userOf(user: Partial<User>, companyId: string): User {
  return {
    user_id: crypto.randomUUID(),
    name: 'Sue Berg',
    email: 'sue@example.com',
    role_id: 'superadmin',
    company_id: companyId,
    group_id: null,
    may_hear_recordings: true,
    brand: null,
    ...user,
  } as User;
}

/** Lets the router change the address, as in a browser. Vitest makes a window for each file. */
function startNavigation(): void {
  if ('navigation' in window) return;
  // The light DOM has no layers: what is in one is shown in its place.
  Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined });
  const { happyDOM } = window as unknown as { happyDOM: { setURL: (url: string) => void } };
  const navigation = new SmallNavigation(location.href, (url) => happyDOM.setURL(url));
  // What waits for a quiet moment would otherwise happen in a later test.
  const requestIdleCallback = (work: () => void): unknown => setTimeout(work);
  for (const scope of [window, globalThis]) Object.assign(scope, { navigation, requestIdleCallback });
  history.back = () => navigation.back();
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || event.defaultPrevented || link.target !== '') return;
    event.preventDefault();
    navigation.navigate(link.href);
  });
  startRouter(() => undefined);
}
