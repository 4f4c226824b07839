/** Puts the parts together: asks once, swaps, goes on swapping, and tells the page about it. */
import type { Events, Leadline, Options } from './interface.ts';
import { type Change, changeOf, currentForms, restorePage, setSwaps, swapIn } from './page.ts';
import { type Plan, fetchPlan } from './plan.ts';
import { type Touch, type Visit, readTouch, viewPage } from './visit.ts';

/** How long marked elements may stay hidden while the edge is asked. */
const HIDE_MS = 300;
/** Grows when the script needs more of a plan, so that one which an earlier script kept is asked for anew. */
const PLAN_VERSION = 1;

let options: Options;
let key: string;
let consented: boolean;
let visit: Partial<Visit> = {};
let plan: Plan | undefined;

/** Starts on this page, which has one Leadline. */
export function start(given: Options): Leadline {
  options = given;
  key = `leadline:${options.company}`;
  // Global Privacy Control and Do Not Track are a no, unless the visitor tells this site otherwise.
  consented = !(
    (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl || navigator.doNotTrack === '1'
  );
  // What is kept was kept with consent.
  if (options.consent) consented &&= !!read().time;
  document.addEventListener('click', hearClick, true);
  const leadline: Leadline = {
    ready: begin(),
    get: (target) =>
      plan && target ? currentForms()._pour(target, () => true) : plan?.phone_number || target,
    swap: (root = document) => plan && swapIn([root]),
    restore: restorePage,
    consent: setConsent,
    on: (type, hear) =>
      document.addEventListener(`leadline:${type}`, (event) => hear((event as CustomEvent).detail)),
  };
  hideUntil(leadline.ready);
  (window as { leadline?: Leadline }).leadline = leadline;
  return leadline;
}

/** Finds the plan of this visit, kept or asked for, and swaps by it. */
async function begin(): Promise<Plan | undefined> {
  try {
    if ((document as { prerendering?: boolean }).prerendering) {
      await new Promise((resolve) => document.addEventListener('prerenderingchange', resolve));
    }
    const now = Date.now();
    visit = viewPage({ ...visit, ...read() }, readTouch(), now);
    const { company, endpoint, zip = '', attribution = 'session' } = options;
    const touch = visit[attribution] as Touch;
    const question = [touch, zip, PLAN_VERSION].join();
    if (visit.question !== question || !((visit.until as number) > now)) {
      write();
      visit.plan = await fetchPlan(`${endpoint}/dni/swap/${company}?zip=${zip}`, touch);
      visit.question = question;
      visit.until = now + visit.plan.max_age * 1000;
    }
    if (plan !== visit.plan) {
      plan = visit.plan as Plan;
      setSwaps(plan, () => tell('swap', plan as Plan));
    }
    write();
    return plan;
  } catch (error) {
    tell('error', error);
  }
  return undefined;
}

function setConsent(granted: boolean): void {
  if (granted === consented) return;
  consented = granted;
  if (granted) void begin();
  else write();
}

function tell<Type extends keyof Events>(type: Type, detail: Events[Type]): void {
  document.dispatchEvent(new CustomEvent(`leadline:${type}`, { detail }));
  const layers = window as unknown as Record<string, unknown[]>;
  if (options.layer) (layers[options.layer] ||= []).push({ event: `leadline_${type}`, leadline: detail });
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
function read(): Partial<Visit> {
  try {
    return consented ? JSON.parse(localStorage[key] as string) : {};
  } catch {
    return {};
  }
}

function write(): void {
  try {
    if (consented) localStorage[key] = JSON.stringify(visit);
    else delete localStorage[key];
  } catch {
    // Then every page view is a first one.
  }
}

/** Hides what the site asked to hide, in a way that a strict CSP allows, until `ready` or for as long as is decent. */
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
