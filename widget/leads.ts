/**
 * Reports the forms that visitors send, so that they become leads. A separate file, loaded with the first focus in a form if the plan
 * says so. The forms work as without it: it only listens, in the capture phase, and reads values. It calls nothing that fires
 * events of the page (`new FormData()`, `checkValidity()`), and reads forms by their prototype, since a field may be called
 * `elements`.
 */
import type { Leadline } from './interface.ts';
import type { Touch } from './plan.ts';
import { isSecret, withoutSecrets } from './secrets.ts';
import { toJson, type Visit } from './visit.ts';

/** A field: label, value, type, last word of `autocomplete`, name. */
type Field = [label: string, value: string, type: string, autocomplete: string, name: string];

/** A form that a visitor has sent. */
interface Submission {
  _id: string;
  /** What is to be reported; undefined once it was. */
  _content: { form: string; time: number; trap: unknown; fields: Field[] } | undefined;
  /** The fields of the last report, as JSON, and whether that was confirmed. */
  _last?: string;
  _sent?: unknown;
  _timer?: ReturnType<typeof setTimeout>;
}

type Control = Omit<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement, 'type' | 'labels'> & {
  type: string;
  labels?: NodeListOf<HTMLLabelElement> | null;
};

const SKIPPED = 'search,[role=search],[data-leadline-skip],[data-calltrk-noswap],[ctm-no-swap],.ctm-no-swap';
/** Types of elements without an answer, or with a secret. */
const NO_ANSWER = /passw|hidden|file|submit|button|reset|image|color|fieldset|output|object/;
const SEARCH = /^(q|s|query|search|keywords?)$/i;
/** No phone number: with letters, or with the first digits of cards that have at most 15. */
const NO_PHONE = /^3[^9]|\p{L}/u;
/** An e-mail address, or seven digits, of any width and script. */
const CONTACT = /\S[@＠]\S+[.．。]\S|\p{Nd}(\P{Nd}{0,3}\p{Nd}){6}/u;
/** A full number that a plugin keeps beside the one that the visitor has typed, as intl-tel-input does. */
const FULL = /^\+[\d -]{9,}$/;
const MAX_LABEL = 100;
const MAX_VALUE = 2000;
const MAX_FIELDS = 100;
/** Bytes of a report, and of everything in it but the address of the page, the cookies and the fields. */
const MAX_BYTES = 12_000;
const FRAME_BYTES = 1000;
/** A form whose default was prevented is looked at this often, and after the last time reported as unconfirmed: 4 seconds. */
const LOOK_MS = 250;
const LOOKS = 16;
/** `form.submit()` leaves the page at once. A page that only reads its form does not. */
const LEAVE_MS = 500;
/** Events by which plugins say that a form has arrived: Contact Form 7, HubSpot. */
const ARRIVED = ['wpcf7mailsent', 'hs-form-event:on-submission:success'];

const { leadline } = window as unknown as { leadline: Leadline };
const submissions = new WeakMap<Element, Submission>();
/** Forms whose report is to come. */
const waiting = new Map<Element, Submission>();
/** Fields that the visitor has changed, by form. Those of former steps may be gone when the form is sent. */
const changed = new WeakMap<Element, Map<Element, Field | undefined>>();

const attribute = (element: Element, name: string): string =>
  Element.prototype.getAttribute.call(element, name) || '';
/** Finds the nearest of the element and what is around it, across shadow roots. */
const closest = (element: Element | undefined, selector: string): Element | null | undefined =>
  element &&
  (Element.prototype.closest.call(element, selector) ||
    closest((Node.prototype.getRootNode.call(element) as ShadowRoot).host, selector));
/** Reads a property of a form that a field may hide. */
const read = (prototype: object, name: string, form: Element): unknown =>
  Object.getOwnPropertyDescriptor(prototype, name)?.get?.call(form);
const controlsOf = (form: Element): Control[] => [
  ...(read(HTMLFormElement.prototype, 'elements', form) as Iterable<Control>),
];
const isShown = (element: Element | null | undefined): boolean =>
  !!element &&
  [...Element.prototype.getClientRects.call(element)].some(
    ({ right, bottom }) => right + scrollX > 0 && bottom + scrollY > 0,
  );
const clean = (text: string | null | undefined): string =>
  (text || '').replace(/\s+/g, ' ').trim().slice(0, MAX_LABEL);

const digitsOf = (text: string): string => text.normalize('NFKC').replace(/\D/g, '');
const isChoice = ({ type }: Control): boolean => /radio|checkbox/.test(type);

/** Returns what the visitor has answered; empty for nothing. */
function valueOf(control: Control): string {
  const { type, value } = control;
  if (isChoice(control)) return control.checked ? clean(control.labels?.[0]?.textContent) || value : '';
  if (/select/.test(type)) {
    return [...control.selectedOptions].map((option) => option.value && clean(option.text)).join(', ');
  }
  return value.slice(0, MAX_VALUE).trim();
}

/** Returns the text of a label without the choices of a list within it. */
const ownText = (label: Element): string =>
  [...label.querySelectorAll('select,textarea')].reduce(
    (text, { textContent }) => text.replace(textContent, ''),
    label.textContent,
  );

/** Returns the question of a field. */
function labelOf(control: Control): string {
  const question = isChoice(control)
    ? closest(control, 'fieldset')?.querySelector('legend')
    : control.labels?.[0] ||
      (control.getRootNode() as Document).getElementById?.(attribute(control, 'aria-labelledby'));
  return (
    clean(question && ownText(question)) ||
    clean(attribute(control, 'aria-label') || attribute(control, 'placeholder') || control.name)
  );
}

/** Reads a field; undefined without an answer, and for a secret. */
function fieldOf(control: Control): Field | undefined {
  const { type, name } = control;
  if (!type || NO_ANSWER.test(type) || control.matches(':disabled')) return undefined;
  const value = valueOf(control);
  // Finding a label takes longer the larger the form is, so only answers have theirs looked up.
  if (!value) return undefined;
  const autocomplete = attribute(control, 'autocomplete').split(' ').pop() as string;
  const label = labelOf(control);
  return !isSecret([autocomplete, label, name], value) && !closest(control, SKIPPED)
    ? [
        withoutSecrets(label),
        withoutSecrets(value, !NO_PHONE.test(value)),
        type.replace(/-.*/, ''),
        autocomplete.slice(0, 40),
        withoutSecrets(name.slice(0, MAX_LABEL)),
      ]
    : undefined;
}

/** Tells whether a form is not for leads: a search, a login, a dialog's, a skipped one. */
const isOther = (form: Element, controls: Control[]): unknown =>
  attribute(form, 'method') === 'dialog' ||
  closest(form, SKIPPED) ||
  controls.some(
    ({ type, name }) => /^(search|password)$/.test(type) || (SEARCH.test(name) && type === 'text'),
  );

/** Programs fill what visitors do not see. */
const isTrap = ({ type, value, defaultValue }: Control): boolean =>
  /^(text|email|tel|url)/.test(type) && value !== defaultValue;

/** Tells whether a visitor sees a control, or the label in its place. */
const isSeen = (control: Control): boolean => isShown(control) || isShown(control.labels?.[0]);

/** Returns the full number of which a visitor has typed the end, as a field; none for another control. */
function fullNumber(control: Control, fields: Field[]): Field[] {
  const { type, value, name } = control;
  return type === 'hidden' &&
    FULL.test(value) &&
    !closest(control, SKIPPED) &&
    fields.some(([, typed]) => digitsOf(typed).endsWith(digitsOf(value).slice(-7)))
    ? [['', value, 'tel', 'tel', name]]
    : [];
}

/** Reads a form; undefined for one that is not for leads, and for an empty one. */
function contentOf(form: Element): Submission['_content'] {
  const controls = controlsOf(form);
  if (isOther(form, controls)) return undefined;
  const known = changed.get(form) || new Map<Element, Field | undefined>();
  const fields = [...known].flatMap(([control, field]) => (field && !control.isConnected ? [field] : []));
  let trap = false;
  for (const control of controls) {
    const field = fields.length < MAX_FIELDS && fieldOf(control);
    if (!field) continue;
    if (known.has(control) || isSeen(control)) fields.push(field);
    else trap ||= isTrap(control);
  }
  fields.push(...controls.flatMap((control) => fullNumber(control, fields)));
  return (
    fields[0] && {
      form: clean(attribute(form, 'id') || attribute(form, 'name')),
      time: Math.round(performance.now()),
      trap,
      fields: fitting(fields),
    }
  );
}

/** Returns the fields that fit into a report, the short ones first; none if nobody could answer them. */
function fitting(fields: Field[]): Field[] {
  // A number may be in several fields.
  if (!CONTACT.test(fields.map(([, value]) => value).join(' '))) return [];
  let room = Math.max(FRAME_BYTES, MAX_BYTES - FRAME_BYTES - location.href.length - document.cookie.length);
  const kept = new Set(
    [...fields]
      .sort(([, left], [, right]) => left.length - right.length)
      .filter((field) => (room -= new TextEncoder().encode(JSON.stringify(field)).length + 1) > 0),
  );
  return fields.filter((field) => kept.has(field));
}

/** Returns the touch of the stored visit, else that of this page. @param address names the company */
function touchOf(address: string): Touch {
  try {
    const [company = ''] = /[^/]+(?=\?)/.exec(address) || [];
    return (JSON.parse(localStorage[`leadline:${company}`] as string) as Visit).session;
  } catch {
    return [location.href.split(/[?#]/).join('&'), document.referrer];
  }
}

/** Reports a form, once for the same content. @param sent whether the form went, or has arrived */
function report(form: Element, sent: unknown): void {
  const submission = waiting.get(form);
  const content = submission?._content;
  waiting.delete(form);
  if (!submission || !content) return;
  clearTimeout(submission._timer);
  const last = JSON.stringify(content.fields);
  if (last === submission._last && (submission._sent || !sent)) return;
  submission._last = last;
  submission._sent = sent;
  leadline.post(
    'form',
    // The build writes `true` as 1.
    { ...content, id: submission._id, sent: !!sent, trap: !!content.trap, number: leadline.get() },
    (address, { body }) =>
      navigator.sendBeacon(
        address,
        toJson({ ...(JSON.parse(body as string) as object), touch: touchOf(address) }),
      ),
  );
}

/** Reports a form that has arrived. The next one is another. */
function arrive(form: Element): void {
  if (!waiting.has(form)) return;
  report(form, true);
  submissions.delete(form);
}

/** Remembers a form that is sent, until it is known whether it went. A corrected one is the same submission. */
function remember(form: Element): Submission | undefined {
  const content = contentOf(form);
  if (!content) return undefined;
  const submission = submissions.get(form) || { _id: `${Date.now()}-${Math.random()}`, _content: undefined };
  clearTimeout(submission._timer);
  submission._content = content;
  submissions.set(form, submission);
  waiting.set(form, submission);
  return submission;
}

/** Waits until a form whose default was prevented is emptied or gone. */
function look(form: Element, submission: Submission, looks: number): void {
  submission._timer = setTimeout(() => {
    // A field that the visitor corrects is not empty.
    const fields = submission._content?.fields || [];
    const contacts = fields.filter(([, value]) => CONTACT.test(value));
    const names = (contacts[0] ? contacts : fields).map(([, , , , name]) => name);
    const isGone =
      !read(Node.prototype, 'isConnected', form) ||
      !isShown(form) ||
      !controlsOf(form).some(({ name, value }) => value && names.includes(name));
    if (isGone) arrive(form);
    else if (looks) look(form, submission, looks - 1);
    else report(form, false);
  }, LOOK_MS);
}

const listeners: Record<string, (form: Control, event: Event) => void> = {
  submit: (form, event) => {
    const submission = remember(form);
    if (!submission) return;
    // After the page's own listeners.
    submission._timer = setTimeout(() => {
      if (!event.defaultPrevented) report(form, true);
      else if (waiting.has(form)) look(form, submission, LOOKS);
    });
  },
  reset: arrive,
  // `form.submit()` fires no `submit`.
  formdata: (form) => {
    if (waiting.has(form)) return;
    const leave = (): void => {
      remember(form);
      report(form, true);
    };
    addEventListener('beforeunload', leave);
    setTimeout(() => removeEventListener('beforeunload', leave), LEAVE_MS);
  },
  change: (control) => {
    const { form } = control;
    if (!form) return;
    const known = changed.get(form) || new Map<Element, Field | undefined>();
    changed.set(form, known);
    if (known.size < MAX_FIELDS) known.set(control, fieldOf(control));
  },
  focusin: (_target, event) => {
    for (const node of event.composedPath()) if ((node as ShadowRoot).host) listen(node);
  },
};

function onEvent(event: Event): void {
  try {
    if (event.isTrusted) listeners[event.type]?.(event.composedPath()[0] as Control, event);
  } catch {
    // The page must not notice.
  }
}

/** Listens to a document or shadow root: only `focusin` leaves a shadow root. */
function listen(root: EventTarget): void {
  for (const type of Object.keys(listeners)) root.addEventListener(type, onEvent, true);
}

const arriveAll = (): void => [...waiting.keys()].forEach(arrive);

listen(window);
let active = document.activeElement;
while (active?.shadowRoot) {
  listen(active.shadowRoot);
  active = active.shadowRoot.activeElement;
}
addEventListener('pagehide', arriveAll);
for (const type of ARRIVED) addEventListener(type, arriveAll);
