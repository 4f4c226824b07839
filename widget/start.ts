/** Starts the widget: fetches the plan, swaps the page, and emits events. */
import { type Forms, compile } from './forms.ts';
import type { Events, Leadline, Options } from './interface.ts';
import { type Change, changeOf, restorePage, setForms, swapAgain } from './page.ts';
import { type Plan, type Refusal, type Touch, post } from './plan.ts';
import { type Visit, readTouch, viewPage } from './visit.ts';

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
/** The id of the stored visit. */
let storedId: string | undefined;

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
  let answer: (Plan & Partial<Refusal>) | undefined;
  try {
    if ((document as { prerendering?: boolean }).prerendering) {
      await new Promise((resolve) => document.addEventListener('prerenderingchange', resolve));
    }
    const now = Date.now();
    visit = viewPage({ ...visit, ...read() }, readTouch(), now);
    const touch = visit[options.attribution || 'session'] as Touch;
    const question = touch + addressOf('swap');
    const kept = (visit.question === question && (visit.until as number) > now && visit.plan) as Plan;
    if (kept) use(kept);
    write();
    // Gets the newest plan, and reports the visit. The edge ignores a repeated report.
    const ask = async (): Promise<void> => {
      const response = await post(addressOf('swap'), {
        url: location.href,
        visit: [touch, visit.session, visit.first, storedId, visit.sent, document.referrer],
      });
      answer = (await response.json()) as Plan;
      use(answer);
      visit = {
        ...visit,
        sent: storedId || '-',
        plan: plan as Plan,
        question,
        until: now + (plan as Plan).max_age * 1000,
      };
      write();
    };
    if (!kept) await ask();
    // The report of a new visit also brings the newest plan. If it fails, the next page view repeats it.
    else if (storedId && storedId !== visit.sent) ask().catch(() => {});
    return plan;
  } catch (error) {
    fail(error, answer);
  }
  return undefined;
}

/** Returns the address of a lane of the edge: `swap` for the plan, `tap`. */
const addressOf = (lane: string): string =>
  `${options.endpoint}/dni/${lane}/${options.company}?forms=${FORMS_VERSION}&zip=${options.zip || ''}`;

/** Swaps the page by a plan. Throws for an invalid one before anything is changed. */
function use(next: Plan): void {
  if (!next.visits) delete visit.id;
  if (plan !== next) {
    forms = compile(next);
    plan = next;
    setForms(forms, () => emit('swap', plan as Plan));
  }
}

/** Emits an error. If the edge refused the site's options, it also drops the stored visit and warns on the browser's console. */
function fail(error: unknown, answer: Partial<Refusal> | undefined): void {
  const reason = answer?.detail || error;
  if ((answer?.status as number) < TOO_MANY_REQUESTS) {
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

/** Emits `call` for every click on a swapped link, and reports those for calls and messages (SMS) to the edge. */
function onClick(event: Event): void {
  for (const node of event.composedPath() as Element[]) {
    const { _swap: swap, _to } = Object(changeOf(node.getAttributeNode?.('href'))) as Change;
    if (swap) {
      if (plan?.visits && /tel:|sms:/i.test(_to)) {
        post(addressOf('tap'), {
          page: location.href,
          visit: storedId,
          number: swap.to,
          target: swap.from,
        }).catch(() => {});
      }
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

/** Stores the visit, or removes it without consent. */
function write(): void {
  storedId = undefined;
  try {
    if (consented && visit.time) {
      localStorage[key] = JSON.stringify(visit);
      storedId = visit.id;
    } else delete localStorage[key];
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
