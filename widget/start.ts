/** Puts the parts together: asks once, swaps, goes on swapping, and tells the page about it. */
import { type Forms, compile } from './forms.ts';
import type { Events, Leadline, Options } from './interface.ts';
import { type Change, changeOf, restorePage, setForms, swapAgain } from './page.ts';
import { type Plan, type Refusal, fetchPlan } from './plan.ts';
import { type Touch, type Visit, readTouch, viewPage } from './visit.ts';

/** How long marked elements may stay hidden while the edge is asked. */
const HIDE_MS = 300;
/** Of the forms that this script understands. A part of the question, so that a plan which an earlier script kept is asked for anew. */
const FORMS_VERSION = 4;
/** Statuses from here on are passing failures; those below refuse what the site has set. */
const TOO_MANY_REQUESTS = 429;

let options: Options;
let key: string;
let consented: boolean;
let visit: Partial<Visit> = {};
let plan: Plan | undefined;
let forms: Forms;
let warned = false;

/** Starts on this page, which has one Leadline. */
export function start(given: Options): Leadline {
  options = given;
  key = `leadline:${options.company}`;
  // Global Privacy Control and Do Not Track are a no, unless the visitor tells this site otherwise.
  consented = !(
    (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl || navigator.doNotTrack === '1'
  );
  // With `data-consent`, a visit is in the storage only after the visitor agreed.
  if (options.consent) consented &&= !!(read() as Partial<Visit>)?.time;
  document.addEventListener('click', hearClick, true);
  const ready = begin();
  hideUntil(ready);
  return ((window as { leadline?: Leadline }).leadline = {
    ready,
    // Only a text has `trim`.
    get: (target) =>
      plan && target?.trim ? forms._pour(target, () => true) : (target ?? plan?.phone_number),
    swap: (root = document) => plan && swapAgain(root),
    restore: restorePage,
    consent: setConsent,
    on: (type, hear) =>
      document.addEventListener(`leadline:${type}`, (event) => hear((event as CustomEvent).detail)),
  });
}

/** Finds the plan of this visit, kept or asked for, and swaps by it. */
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
      // Throws for an answer that is no plan, before anything is changed.
      forms = compile(answer);
      plan = answer;
      setForms(forms, () => tell('swap', plan as Plan));
    }
    if (visit.plan !== plan) Object.assign(visit, { plan, question, until: now + plan.max_age * 1000 });
    write();
    return plan;
  } catch (error) {
    fail(answer?.detail || error, answer?.status);
  }
  return undefined;
}

/** Tells of a failure. After a refusal of what the site has set, which the next page would get again, nothing is kept and the browser's console says why. */
function fail(reason: unknown, status: number | undefined): void {
  if ((status as number) < TOO_MANY_REQUESTS) {
    visit = {};
    // oxlint-disable-next-line no-console -- whoever put the script on the page looks here
    if (!warned) console.warn(`leadline: ${reason as string}`);
    warned = true;
  }
  delete visit.question;
  write();
  tell('error', reason);
}

function setConsent(granted: boolean): void {
  if (granted === consented) return;
  consented = granted;
  void (granted ? begin() : write());
}

function tell<Type extends keyof Events>(type: Type, detail: Events[Type]): void {
  document.dispatchEvent(new CustomEvent(`leadline:${type}`, { detail }));
  const { layer } = options;
  if (layer) {
    ((window as unknown as Record<string, Partial<unknown[]>>)[layer] ||= []).push?.({
      event: `leadline_${type}`,
      leadline: detail,
    });
  }
}

/** Tells of every click, by mouse, finger or key, on a link that was swapped. */
function hearClick(event: Event): void {
  for (const node of event.composedPath() as Element[]) {
    const swap = (changeOf(node.getAttributeNode?.('href')) as Change | undefined)?._swap;
    if (swap) {
      tell('call', {
        shown: node.textContent.trim(),
        dialled: swap.to,
        target: swap.from,
        location: (plan as Plan).closest_location,
        source: (plan as Plan).source,
      });
    }
  }
}

/** What is remembered: nothing without consent, or where storage is forbidden. */
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
    // Then every page view is a first one.
  }
}

/** Hides what the site asked to hide, in a way that a strict CSP allows, until `ready`, for `HIDE_MS` at the most. */
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
