/**
 * Tracks the unsaved contents of each form. The user is asked before they are dropped. Shortcuts are off meanwhile. A
 * repeated save has the same idempotency key. After an error the contents are put back into the new form.
 */
import { guardLeaving, type Way } from '../address/leaving.ts';
import { inSave, type Save } from '../api/api.ts';
import { areDraftsStored, draftOf, forgetDrafts, hasDrafts, keepDraft } from './drafts.ts';
import { isSameContents, LateFields, withLateFields } from './contents.ts';
import {
  type Contents,
  contentsOf,
  type FormContents,
  type FormState,
  putFields,
  readFields,
} from './form-contents.ts';

const QUESTION = 'What you typed is not saved. Leave anyway?';
/** Until one of these events, the form has its initial contents. */
const EVENTS_BEFORE = ['focusin', 'pointerdown', 'keydown'];
const EVENTS_OF_CHANGE = ['input', 'change', 'click'];

/** The properties of a form. */
export interface FormKind {
  name: string;
  /** Whether the form replaces the value that it edits. */
  isEditor: boolean;
  /** Whether its contents may be dropped without asking: they are kept elsewhere or quickly typed again. */
  isKept: boolean;
  /** Returns the part of its contents that is in no field, if there is one. */
  state: () => FormState | undefined;
}

/** The prefix of the subjects of all kept forms. */
const FORM = 'form ';

const forms = new Map<HTMLFormElement, TypedForm>();
/** Forms removed in this task. If their replacement breaks, their contents still have to be kept. */
const justGone = new Set<TypedForm>();

/** A form with its initial contents and the contents sent last. */
class TypedForm implements Save {
  readonly #element: HTMLFormElement;
  readonly kind: FormKind;
  /** The subject under which its contents are kept. */
  readonly #subject: string;
  readonly #late: LateFields;
  #before: Contents;
  #isTouched = false;
  #submitted: Contents = new Map();
  #sent: Contents = new Map();
  /** The contents last accepted without a request. */
  #taken: Contents | undefined;
  #lastWrite: { said: string; key: string } | undefined;
  /** Whether it was removed by an error and will be rendered again. */
  #isComing = false;
  /** Set after its contents were put back, until the user changes, saves or discards them. */
  #watch: MutationObserver | undefined;

  constructor(element: HTMLFormElement, kind: FormKind) {
    this.#element = element;
    this.kind = kind;
    this.#subject = subjectOf(element, kind);
    this.#before = contentsOf(element);
    this.#late = new LateFields(element, (seen, now) => this.#follow(seen, now));
  }

  /** Whether it has unsaved contents. */
  get isDirty(): boolean {
    if (this.kind.isKept) return hasText(this.#element);
    return this.#isTouched && this.#differsFrom(this.#before);
  }

  /** Whether its contents have changed since they were sent. */
  get isContinued(): boolean {
    return this.#differsFrom(this.#submitted);
  }

  /** Whether a navigation would remove it: a dialog depends on the whole URL, a screen on the path. */
  isGoneAt({ to, from }: Way): boolean {
    if (to.pathname !== from.pathname) return true;
    return to.search !== from.search && this.#element.closest('dialog') !== null;
  }

  /** Called before the user types. */
  begin(): void {
    if (!this.#isTouched) this.#before = contentsOf(this.#element);
  }

  /** Called after the user has typed or pressed a button that may change the fields. */
  touch({ type, target, isTrusted }: Event): void {
    if (type === 'click' && (target as Element).closest('button') === null) return;
    this.#isTouched = true;
    if (isTrusted) this.#unwatch();
    if (type !== 'click') this.#taken = undefined;
  }

  submit(work: () => void): void {
    this.#submitted = contentsOf(this.#element);
    // The same contents were submitted twice, before the form was removed.
    if (this.#taken !== undefined && isSameContents(this.#submitted, this.#taken)) return;
    inSave(this, work);
  }

  keyFor(said: string): string {
    this.#sent = this.#submitted;
    if (this.#lastWrite?.said !== said) this.#lastWrite = { said, key: crypto.randomUUID() };
    return this.#lastWrite.key;
  }

  answered(): void {
    this.#lastWrite = undefined;
    this.#before = this.#sent;
    // Text typed since then is not saved.
    this.#isTouched = this.#differsFrom(this.#before);
    if (!this.#isTouched) this.#forget();
  }

  /** Marks its contents as accepted. */
  take(): void {
    this.settle();
    this.#taken = this.#before;
  }

  /** Discards its contents. */
  settle(): void {
    this.#before = contentsOf(this.#element);
    this.#isTouched = false;
    this.#forget();
  }

  /** Keeps its contents for the form that replaces it. */
  keep(): void {
    this.#isComing = true;
    const state = this.kind.state();
    const contents: FormContents = {
      fields: readFields(this.#element),
      ...(state === undefined ? {} : { state: state.value }),
    };
    keepDraft(this.#subject, JSON.stringify(contents));
  }

  /** Puts back the contents of the form that it replaces after an error. */
  putBack(): void {
    const kept = draftOf(this.#subject);
    if (kept === '') return;
    const { fields, state } = JSON.parse(kept) as FormContents;
    this.#isTouched = true;
    this.#late.beginUse();
    let left = fields;
    const put = (): void => {
      left = putFields(this.#element, left);
    };
    // Some fields and choices appear later: with a server's answer, or after another choice.
    const watch = new MutationObserver(put);
    watch.observe(this.#element, { childList: true, subtree: true });
    this.#watch = watch;
    if (state === undefined) return put();
    this.kind.state()?.set(state);
    // After rendering, most fields have their values and need no event, which would change the state again.
    queueMicrotask(() => this.#watch === watch && put());
  }

  /** Called when it is removed from the page. */
  end(): void {
    const isUntouched = this.#watch !== undefined;
    this.#unwatch();
    this.#late.stop();
    if (this.#isComing) return;
    // The same error may remove a replacement of the first form: the kept contents are still needed.
    if (!isUntouched) this.#forget();
    if (!this.isDirty) return;
    justGone.add(this);
    setTimeout(() => justGone.delete(this));
  }

  /** Takes fields that appeared without the user, and choices that arrived late, into all contents it compares with. */
  #follow(seen: Contents, now: Contents): void {
    const follow = (earlier: Contents): Contents => withLateFields(earlier, seen, now);
    this.#before = follow(this.#before);
    this.#submitted = follow(this.#submitted);
    this.#sent = follow(this.#sent);
    this.#taken &&= follow(this.#taken);
  }

  #differsFrom(earlier: Contents): boolean {
    return !isSameContents(contentsOf(this.#element), earlier);
  }

  #forget(): void {
    this.#unwatch();
    if (draftOf(this.#subject) !== '') keepDraft(this.#subject, '');
  }

  #unwatch(): void {
    this.#watch?.disconnect();
    this.#watch = undefined;
  }
}

/** Returns the subject: the path, in a dialog also the query. The first field distinguishes editors of different values. */
function subjectOf(element: HTMLFormElement, { name, isEditor }: FormKind): string {
  const { pathname, search } = location;
  const at = element.closest('dialog') === null ? pathname : pathname + search;
  const first = isEditor ? element.querySelector<HTMLInputElement>('[name]')?.name : '';
  return `${FORM}${name} ${first} ${at}`;
}

/** Watches a form while it is in the page. @returns a function that stops watching */
export function watchForm(element: HTMLFormElement, kind: FormKind): () => void {
  const typed = new TypedForm(element, kind);
  forms.set(element, typed);
  for (const type of EVENTS_BEFORE) element.addEventListener(type, () => typed.begin(), { capture: true });
  for (const type of EVENTS_OF_CHANGE) element.addEventListener(type, (event) => typed.touch(event));
  element.addEventListener('keydown', sendOnce);
  typed.putBack();
  return () => {
    typed.end();
    forms.delete(element);
  };
}

/** Submits a form. The writes that `work` begins belong to this save. */
export function submitForm(element: HTMLFormElement, work: () => void): void {
  const typed = forms.get(element);
  if (typed === undefined) work();
  else typed.submit(work);
}

/** Marks the contents of a form as accepted, so that leaving does not ask and they are not accepted twice. */
export function settleForm(element: HTMLFormElement | null): void {
  if (element !== null) forms.get(element)?.take();
}

/** Tells whether a form has unsaved contents; after a save, whether the user has typed since. */
export function isTyped(element: HTMLFormElement | null): boolean {
  return element !== null && forms.get(element)?.isDirty === true;
}

/** Tells whether the contents of a form have changed since it was submitted. */
export function isContinued(element: HTMLFormElement): boolean {
  return forms.get(element)?.isContinued === true;
}

/** Tells whether an editor is open or a form has unsaved contents. */
export function isEditing(): boolean {
  return [...forms.values()].some((typed) => typed.kind.isEditor || typed.isDirty);
}

/** Asks the user before the unsaved contents of a form are dropped. @returns whether they may be dropped */
export function mayDrop(element: HTMLFormElement | null): boolean {
  const typed = element === null ? undefined : forms.get(element);
  return typed === undefined || confirmed([typed]);
}

/** What happened to unsaved contents after an error. */
export type Rescue = 'nothing' | 'kept' | 'not stored';

/**
 * Keeps the unsaved contents of every form, because an error removes the forms. If a second error follows when they are
 * already removed, the result of the first one applies.
 */
export function rescueTyped(): Rescue {
  const dirty = [...forms.values(), ...justGone].filter((typed) => typed.isDirty);
  if (dirty.length === 0 && !hasDrafts(FORM)) return 'nothing';
  for (const typed of dirty) if (!typed.kind.isKept) typed.keep();
  return areDraftsStored() ? 'kept' : 'not stored';
}

/** Discards the kept contents of forms. */
export function dropRescued(): void {
  forgetDrafts(FORM);
}

function confirmed(gone: readonly TypedForm[]): boolean {
  const dirty = gone.filter((typed) => typed.isDirty && !typed.kind.isKept);
  if (dirty.length > 0 && !window.confirm(QUESTION)) return false;
  for (const typed of dirty) typed.settle();
  return true;
}

/** Submits a form on Enter or Ctrl+Enter, once per press. */
function sendOnce(event: KeyboardEvent): void {
  const { target, key, isComposing } = event;
  if (key !== 'Enter' || isComposing) return;
  const isText = target instanceof HTMLTextAreaElement;
  const isSending = !isText || event.ctrlKey || event.metaKey;
  if (!isSending) return;
  if (event.repeat) event.preventDefault();
  else if (isText) target.form?.requestSubmit();
}

function hasText(form: HTMLFormElement): boolean {
  return [...form.elements].some(
    (element) =>
      (element instanceof HTMLTextAreaElement ||
        // What is for password managers was not typed, and the value of a box says nothing.
        (element instanceof HTMLInputElement && !element.readOnly && element.type !== 'checkbox')) &&
      element.value.trim() !== '',
  );
}

guardLeaving({
  mayLeave: (way) =>
    confirmed([...forms.values()].filter((typed) => way === undefined || typed.isGoneAt(way))),
  drop: () => {
    for (const typed of forms.values()) typed.settle();
  },
});

window.addEventListener('beforeunload', (event) => {
  if ([...forms.values()].some((typed) => typed.isDirty && !typed.kind.isKept)) event.preventDefault();
});
