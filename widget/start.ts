/** Starts the widget: fetches the plan, swaps the page, and emits events. */
import { type Forms, compile } from './forms.ts';
import type { Events, Leadline, Options } from './interface.ts';
import { type Change, changeOf, restorePage, setForms, swapAgain } from './page.ts';
import { type Plan, type Refusal, fetchPlan } from './plan.ts';
import { type Touch, type Visit, readTouch, viewPage } from './visit.ts';

/** How long elements may stay hidden before the swap. */
const HIDE_MS = 300;
/** Version of the forms that this script understands. Part of the request, so that a plan stored by an older script is replaced. */
const FORMS_VERSION = 1;
/** Statuses from here on are temporary failures; lower ones refuse the site's options. */
const TOO_MANY_REQUESTS = 429;

let options: Options;
let key: string;
let consented: boolean;
let visit: Partial<Visit> = {};
let plan: Plan | undefined;
let forms: Forms;
let warned = false;

/** Starts the widget on this page. */
export function start(given: Options): Leadline {
  options = given;
  key = `leadline:${options.company}`;
  // Global Privacy Control and Do Not Track mean no consent, unless the visitor consents on this site.
  consented = !(
    (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl || navigator.doNotTrack === '1'
  );
  // With `data-consent`, a stored visit means that the visitor has agreed.
  if (options.consent) consented &&= !!(read() as Partial<Visit>)?.time;
  document.addEventListener('click', onClick, true);
  const ready = begin();
  hideUntil(ready);
  return ((window as { leadline?: Leadline }).leadline = {
    ready,
    // Only strings have `trim`.
    get: (target) =>
      plan && target?.trim ? forms._replace(target, () => true) : (target ?? plan?.phone_number),
    swap: (root = document) => plan && swapAgain(root),
    restore: restorePage,
    consent: setConsent,
    on: (type, listener) =>
      document.addEventListener(`leadline:${type}`, (event) => listener((event as CustomEvent).detail)),
  });
}

/** Gets the plan of this visit, stored or fetched, and swaps the page. */
async function begin(): Promise<Plan | undefined> {
  const { company, endpoint, zip = '', attribution = 'session' } = options;
  let answer: (Plan & Partial<Refusal>) | undefined;
  try {
    if ((document as { prerendering?: boolean }).prerendering) {
      await new Promise((resolve) => document.addEventListener('prerenderingchange', resolve));
    }
    const now = Date.now();
    visit = viewPage({ ...visit, ...read() }, readTouch(), now);
    const touch = visit[attribution] as Touch;
    const path = `/dni/swap/${company}?forms=${FORMS_VERSION}&zip=${zip}`;
    const question = touch + path;
    answer = visit.plan as Plan;
    if (visit.question !== question || !((visit.until as number) > now)) {
      write();
      answer = await fetchPlan(endpoint + path, touch);
    }
    if (plan !== answer) {
      // Throws for an invalid plan before anything is changed.
      forms = compile(answer);
      plan = answer;
      setForms(forms, () => emit('swap', plan as Plan));
    }
    if (visit.plan !== plan) Object.assign(visit, { plan, question, until: now + plan.max_age * 1000 });
    write();
    return plan;
  } catch (error) {
    fail(answer?.detail || error, answer?.status);
  }
  return undefined;
}

/** Emits an error. If the edge refused the site's options, it also drops the stored visit and warns on the browser's console. */
function fail(reason: unknown, status: number | undefined): void {
  if ((status as number) < TOO_MANY_REQUESTS) {
    visit = {};
    // oxlint-disable-next-line no-console -- for the developer of the site
    if (!warned) console.warn(`leadline: ${reason as string}`);
    warned = true;
  }
  delete visit.question;
  write();
  emit('error', reason);
}

function setConsent(granted: boolean): void {
  if (granted === consented) return;
  consented = granted;
  void (granted ? begin() : write());
}

function emit<Type extends keyof Events>(type: Type, detail: Events[Type]): void {
  document.dispatchEvent(new CustomEvent(`leadline:${type}`, { detail }));
  const { layer } = options;
  if (layer) {
    ((window as unknown as Record<string, Partial<unknown[]>>)[layer] ||= []).push?.({
      event: `leadline_${type}`,
      leadline: detail,
    });
  }
}

/** Emits `call` for every click on a swapped link. */
function onClick(event: Event): void {
  for (const node of event.composedPath() as Element[]) {
    const swap = (changeOf(node.getAttributeNode?.('href')) as Change | undefined)?._swap;
    if (swap) {
      emit('call', {
        shown: node.textContent.trim(),
        dialled: swap.to,
        target: swap.from,
        location: (plan as Plan).closest_location,
        source: (plan as Plan).source,
      });
    }
  }
}

/** Reads the stored visit; nothing without consent or storage. */
function read(): Partial<Visit> | false | undefined {
  try {
    return consented && JSON.parse(localStorage[key] as string);
  } catch {
    return undefined;
  }
}

function write(): void {
  try {
    if (consented && visit.time) localStorage[key] = JSON.stringify(visit);
    else delete localStorage[key];
  } catch {
    // Without storage, every page view is the first.
  }
}

/** Hides the elements of the `hide` option until `ready`, at most for `HIDE_MS`. A strict CSP allows constructed style sheets. */
function hideUntil(ready: Promise<unknown>): void {
  if (options.hide && document.adoptedStyleSheets) {
    const sheet = new CSSStyleSheet();
    const show = (): void => void (sheet.disabled = true);
    sheet.replaceSync(`${options.hide}{visibility:hidden!important}`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    setTimeout(show, HIDE_MS);
    void ready.then(show);
  }
}
