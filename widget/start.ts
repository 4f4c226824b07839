/** Starts the widget: fetches the plan, swaps the page, and emits events. */
import { type Forms, compile } from './forms.ts';
import type { Consent, Events, Leadline, Options, Send } from './interface.ts';
import { changeOf, DIALS, restorePage, setForms, swapAgain } from './page.ts';
import { type Plan, type Refusal, type Touch } from './plan.ts';
import { keysOf, parametersOfPage, toJson, type Visit, viewPage } from './visit.ts';

/** How long elements may stay hidden before the swap. */
const HIDE_MS = 300;
/** How often a visible page looks whether to renew its lease. A leased plan ends two minutes before its lease. */
const RENEWAL_MS = 100_000;
/** Version of the forms that this script understands. Part of the request, so that a plan stored by an older script is replaced. */
const FORMS_VERSION = 2;
/** Longest wait for the edge; without an answer the page keeps its numbers. */
const TIMEOUT_MS = 10_000;
/** Matches the cookies of Meta (`_fbp`, `_fbc`) and Google Analytics (`_ga`, `_ga_<stream>`). */
const COOKIES = /\b_(fb[pc]|ga(_\w+)?)=[^;]*/g;
/** Statuses from here on are temporary failures; lower ones refuse the site's options. */
const TOO_MANY_REQUESTS = 429;

let options: Options;
let key: string;
let consented: Consent | undefined;
let visit: Partial<Visit> = {};
let plan: Plan | undefined;
let forms: Forms;
let warned: boolean | undefined;
/** The part for forms, once it is loading. */
let part: unknown;
/** The id of the stored visit. */
let storedId: string | undefined;

/** Starts the widget on this page. */
export function start(given: Options): Leadline {
  options = given;
  key = `leadline:${options.company}`;
  // Global Privacy Control and Do Not Track mean no consent, unless the visitor consents on this site.
  consented = +!(
    (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl ||
    // '1'. The other values are 0 or no numbers.
    (navigator.doNotTrack as unknown as number) > 0
  ) as Consent;
  // With `data-consent`, the visitor's consent is stored with the visit. Without consent `read` returns nothing.
  if (options.consent) consented = (read() as Partial<Visit>)?.consent;
  document.addEventListener('click', onClick, true);
  // Pages may stop it at the document.
  addEventListener('focusin', loadLeads, true);
  document.addEventListener('visibilitychange', renew);
  setInterval(renew, RENEWAL_MS);
  const ready = begin();
  hideUntil(ready);
  return ((window as { leadline?: Leadline }).leadline = {
    ready,
    // Only strings have `trim`.
    get: (target) =>
      plan && target?.trim ? forms._replace(target, () => true) : (target ?? plan?.phone_number),
    swap: (root) => plan && swapAgain(root),
    restore: restorePage,
    consent: setConsent,
    post,
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
    visit = viewPage({ ...visit, ...read(), consent: consented }, now);
    const touch = visit[options.attribution || 'session'] as Touch;
    const question = (): string => touch + addressOf('swap') + consented;
    const kept = visit.question === question() && (visit.until as number) > now && visit.plan;
    use(kept);
    write();
    // Gets the newest plan, and reports the visit. The edge ignores a repeated report.
    const ask = async (): Promise<void> => {
      const parameters = parametersOfPage();
      const began = visit.id?.startsWith(now as unknown as string);
      const response = await post('swap', {
        visit: [touch, visit.session, visit.first, storedId, visit.sent, document.referrer],
        former: visit.plan?.former,
        began,
      });
      answer = (await response.json()) as Plan;
      // From now on the parameters of the company's own are known.
      if (began) (visit.session as Touch)[0] = keysOf(parameters, answer);
      use(answer);
      visit.sent = storedId || '-';
      visit.plan = answer;
      visit.question = question();
      visit.until = now + (answer as Plan).max_age * 1000;
      write();
    };
    if (!kept) await ask();
    // The report of a new visit also brings the newest plan. If it fails, the next page view repeats it.
    else if (storedId && storedId !== visit.sent) ask().catch(() => {});
    return plan;
  } catch (error) {
    fail(answer?.detail || error, answer?.status);
  }
  return undefined;
}

/** Returns the address of a lane of the edge: `swap` for the plan, `tap`. */
const addressOf = (lane: string): string =>
  `${options.endpoint}/dni/${lane}/${options.company}?forms=${FORMS_VERSION}&zip=${options.zip || ''}`;

/** Swaps the page by a plan, if there is one. Throws for an invalid one before anything is changed. */
function use(next: Plan | false | undefined): void {
  if (next && plan !== next) {
    if (!next.visits) delete visit.id;
    forms = compile(next);
    plan = next;
    setForms(forms, () => emit('swap', next));
    loadLeads();
  }
}

/** Loads a part of the script from the edge. */
export const load = (name: string): unknown =>
  import(`${options.endpoint}/dni/leadline-${name}.js`).catch(() => {});

/** Loads the part for forms with the first focus in a form, or in a shadow root, which may have one. */
function loadLeads(): void {
  const active = document.activeElement as HTMLInputElement | null;
  if (active && plan?.leads && (active.form || active.shadowRoot)) part ||= load('leads');
}

/**
 * Asks again for a leased number, a minute or two before its lease ends, while the page is visible.
 * @param event absent at the interval: a page that was hidden shows the overflow number until the answer, since the lease may have
 *   ended. Pages from the back/forward cache become visible too
 */
function renew(event?: Event): void {
  if (plan?.overflow && (visit.until as number) < Date.now() && !document.hidden) {
    if (event) use(plan.overflow);
    void begin();
  }
}

/** Emits an error. If the edge refused the site's options, it also drops the stored visit and warns on the browser's console. */
function fail(reason: unknown, status: number | undefined): void {
  if ((status as number) < TOO_MANY_REQUESTS) {
    visit = {};
    // oxlint-disable-next-line no-console -- for the developer of the site
    warned ||= !(console.warn(`leadline: ${reason as string}`) as unknown);
  }
  visit.question = '';
  write();
  // The lease cannot be renewed.
  use(plan?.overflow);
  emit('error', reason);
}

function setConsent(granted: Consent): void {
  if (granted === consented) return;
  consented = granted;
  void (granted ? begin() : write());
}

function emit<Type extends keyof Events>(type: Type, detail: Events[Type]): void {
  document.dispatchEvent(new CustomEvent(`leadline:${type}`, { detail }));
  if (options.layer) {
    ((window as unknown as Record<string, Partial<unknown[]>>)[options.layer] ||= []).push?.({
      event: `leadline_${type}`,
      leadline: detail,
    });
  }
}

/** Emits `call` for every click on a swapped link or button, and reports those for calls and messages (SMS) to the edge. */
function onClick(event: Event): void {
  for (const node of event.composedPath() as Element[]) {
    for (const name of DIALS) {
      const change = changeOf(node.getAttributeNode?.(name));
      const swap = change && change._swap;
      if (swap) {
        if ((plan as Plan).visits && /(tel|sms):/i.test(change._to)) {
          post('tap', {
            number: swap.to,
            target: swap.from,
          }).catch(() => {});
        }
        emit('call', {
          source: (plan as Plan).source,
          location: (plan as Plan).closest_location,
          shown: node.textContent.trim(),
          dialled: swap.to,
          target: swap.from,
        });
      }
    }
  }
}

/**
 * Posts JSON without the cookies of the edge, also while the page is left. A text/plain body needs no preflight. With a stored
 * visit the body has the cookies by which ad platforms and Google Analytics know it.
 */
const post = (lane: string, content: object, send: Send = fetch): Promise<Response> =>
  send(addressOf(lane), {
    method: 'POST',
    body: toJson({
      visit: storedId,
      ...content,
      url: location.href,
      consent: consented,
      // `analytics` is below `b`. The other values are above it, or no text.
      cookies: storedId && !((consented as string) < 'b') && document.cookie.match(COOKIES),
    }),
    keepalive: true,
    signal: AbortSignal.timeout?.(TIMEOUT_MS),
  }) as Promise<Response>;

/** Reads the stored visit; nothing without consent or storage. */
function read(): Partial<Visit> | false | undefined {
  try {
    return consented && JSON.parse(localStorage[key] as string);
  } catch {
    // As without storage.
  }
  return undefined;
}

/** Stores the visit, or removes it without consent. */
function write(): void {
  storedId = undefined;
  try {
    if (consented && visit.time) {
      localStorage[key] = toJson(visit);
      storedId = visit.id;
    } else delete localStorage[key];
  } catch {
    // Without storage, every page view is the first.
  }
}

/** Hides the elements of the `hide` option until `ready`, at most for `HIDE_MS`. A strict CSP allows constructed style sheets. */
function hideUntil(ready: Promise<unknown>): void {
  const sheets = document.adoptedStyleSheets;
  if (options.hide && sheets) {
    const sheet = new CSSStyleSheet();
    const show = (): unknown => (sheet.disabled = true);
    sheet.replaceSync(`${options.hide}{visibility:hidden!important}`);
    document.adoptedStyleSheets = [...sheets, sheet];
    setTimeout(show, HIDE_MS);
    void ready.then(show);
  }
}
