/**
 * Unsaved typing, form by form: the user is asked before it is dropped, keys press nothing meanwhile, a repeated save is
 * sent as the same save, and after an error it is put back into the form that is made anew.
 */
import { inSave, type Save } from '../api/api.ts';
import { areDraftsStored, draftOf, forgetDrafts, hasDrafts, keepDraft } from './drafts.ts';
import { type FormContents, type FormState, putFields, readFields } from './form-contents.ts';

const QUESTION = 'What you typed is not saved. Leave it?';
/** Until one of these events, the form has its initial contents. */
const EVENTS_BEFORE = ['focusin', 'pointerdown', 'keydown'];
const EVENTS_OF_CHANGE = ['input', 'change', 'click'];

/** How a form treats what is typed into it. */
export interface FormKind {
  name: string;
  /** It replaces the value that it edits while the user edits it. */
  isEditor: boolean;
  /** Its typing may be dropped without a question: it is kept elsewhere, or soon typed again. */
  isKept: boolean;
  /** Returns the part of its contents that is in no field; undefined: it has none. */
  state: () => FormState | undefined;
}

/** All kept forms have subjects that begin so. */
const FORM = 'form ';

const forms = new Map<HTMLFormElement, TypedForm>();
/** Went in this task. What comes in the place of a form may be what breaks, and the form is gone by then. */
const justGone = new Set<TypedForm>();

/** A form with its initial contents, and the contents that were sent last. */
class TypedForm implements Save {
  readonly #element: HTMLFormElement;
  readonly kind: FormKind;
  /** Its contents are kept under this. */
  readonly #subject: string;
  #before: string;
  #isTouched = false;
  #submitted = '';
  #sent = '';
  /** The contents that were last accepted without a request. */
  #taken: string | undefined;
  #lastWrite: { said: string; key: string } | undefined;
  /** It goes because of an error, and comes again. */
  #isComing = false;
  /** Set from when its contents were put back until the user changes them, saves them or gives them up. */
  #watch: MutationObserver | undefined;

  constructor(element: HTMLFormElement, kind: FormKind) {
    this.#element = element;
    this.kind = kind;
    this.#subject = subjectOf(element, kind);
    this.#before = contentOf(element);
  }

  /** Whether it has unsaved contents. */
  get isDirty(): boolean {
    if (this.kind.isKept) return hasText(this.#element);
    return this.#isTouched && contentOf(this.#element) !== this.#before;
  }

  /** Whether its contents have changed since they were sent. */
  get isContinued(): boolean {
    return contentOf(this.#element) !== this.#submitted;
  }

  /** Whether it would be gone at another address: a dialog depends on the whole address, a screen on the path. */
  isGoneAt(to: URL, from: URL): boolean {
    if (to.pathname !== from.pathname) return true;
    return to.search !== from.search && this.#element.closest('dialog') !== null;
  }

  /** Called before the user types. */
  begin(): void {
    if (!this.#isTouched) this.#before = contentOf(this.#element);
  }

  /** Called when the user has typed, or pressed a button that may change the fields. */
  touch({ type, target, isTrusted }: Event): void {
    if (type === 'click' && (target as Element).closest('button') === null) return;
    this.#isTouched = true;
    if (isTrusted) this.#unwatch();
    if (type !== 'click') this.#taken = undefined;
  }

  submit(work: () => void): void {
    this.#submitted = contentOf(this.#element);
    // The same contents a second time, before the form is gone.
    if (this.#submitted === this.#taken) return;
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
    // What was typed since is not saved.
    this.#isTouched = contentOf(this.#element) !== this.#before;
    if (!this.#isTouched) this.#forget();
  }

  /** Its contents are accepted. */
  take(): void {
    this.settle();
    this.#taken = this.#before;
  }

  /** Its contents are given up. */
  settle(): void {
    this.#before = contentOf(this.#element);
    this.#isTouched = false;
    this.#forget();
  }

  /** Keeps its contents for the form that comes in its place. */
  keep(): void {
    this.#isComing = true;
    const state = this.kind.state();
    const contents: FormContents = {
      fields: readFields(this.#element),
      ...(state === undefined ? {} : { state: state.value }),
    };
    keepDraft(this.#subject, JSON.stringify(contents));
  }

  /** Puts back the contents of the form that was in its place before an error. */
  putBack(): void {
    const kept = draftOf(this.#subject);
    if (kept === '') return;
    const { fields, state } = JSON.parse(kept) as FormContents;
    this.#isTouched = true;
    let left = fields;
    const put = (): void => {
      left = putFields(this.#element, left);
    };
    // Some fields and choices come later: with an answer of the server, or with the choice before them.
    const watch = new MutationObserver(put);
    watch.observe(this.#element, { childList: true, subtree: true });
    this.#watch = watch;
    if (state === undefined) return put();
    this.kind.state()?.set(state);
    // Once the state is drawn, most fields have their values, and need no event that would change the state again.
    queueMicrotask(() => this.#watch === watch && put());
  }

  /** Goes from the page. */
  end(): void {
    const isUntouched = this.#watch !== undefined;
    this.#unwatch();
    if (this.#isComing) return;
    // The same error may take a form that came in the place of the first one: its contents are still needed.
    if (!isUntouched) this.#forget();
    if (!this.isDirty) return;
    justGone.add(this);
    setTimeout(() => justGone.delete(this));
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

/** The path, in a dialog also the parameters; the first field tells editors of different values apart. */
function subjectOf(element: HTMLFormElement, { name, isEditor }: FormKind): string {
  const { pathname, search } = location;
  const at = element.closest('dialog') === null ? pathname : pathname + search;
  const first = isEditor ? element.querySelector<HTMLInputElement>('[name]')?.name : '';
  return `${FORM}${name} ${first} ${at}`;
}

/** Watches a form while it is in the page. @returns a function that ends it */
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

/** Submits a form: the writes that `work` begins belong to it. */
export function submitForm(element: HTMLFormElement, work: () => void): void {
  const typed = forms.get(element);
  if (typed === undefined) work();
  else typed.submit(work);
}

/** Marks the contents of a form as accepted: leaving asks nothing, and they are not accepted twice. */
export function settleForm(element: HTMLFormElement | null): void {
  if (element !== null) forms.get(element)?.take();
}

/** Whether a form has unsaved contents; after a save, whether the user has typed since. */
export function isTyped(element: HTMLFormElement | null): boolean {
  return element !== null && forms.get(element)?.isDirty === true;
}

/** Whether the contents of a form have changed since it was submitted. */
export function isContinued(element: HTMLFormElement): boolean {
  return forms.get(element)?.isContinued === true;
}

/** Whether an editor is open or a form has unsaved contents. */
export function isEditing(): boolean {
  return [...forms.values()].some((typed) => typed.kind.isEditor || typed.isDirty);
}

/** Asks the user before the unsaved contents of a form are dropped. @returns whether they may be */
export function mayDrop(element: HTMLFormElement | null): boolean {
  const typed = element === null ? undefined : forms.get(element);
  return typed === undefined || confirmed([typed]);
}

/**
 * Asks the user before unsaved contents are dropped by going to another address, or by leaving the page.
 * @returns whether they may be dropped
 */
export function mayLeave(way?: { to: URL; from: URL }): boolean {
  return confirmed(
    [...forms.values()].filter((typed) => way === undefined || typed.isGoneAt(way.to, way.from)),
  );
}

/** What became of unsaved typing when something broke. */
export type Rescue = 'nothing' | 'kept' | 'not stored';

/**
 * Keeps the contents of every form with unsaved contents, because an error removes the forms. A second error may come when
 * they are gone: what was kept for the first one counts for it too.
 */
export function rescueTyped(): Rescue {
  const dirty = [...forms.values(), ...justGone].filter((typed) => typed.isDirty);
  if (dirty.length === 0 && !hasDrafts(FORM)) return 'nothing';
  for (const typed of dirty) if (!typed.kind.isKept) typed.keep();
  return areDraftsStored() ? 'kept' : 'not stored';
}

/** Gives up the contents that were kept of forms. */
export function dropRescued(): void {
  forgetDrafts(FORM);
}

/** Drops all unsaved contents. */
export function dropTyped(): void {
  for (const typed of forms.values()) typed.settle();
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

/** Returns the contents of a form, to be compared. */
function contentOf(form: HTMLFormElement): string {
  const values = [...form.elements].map((element) => {
    if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return element.value;
    if (!(element instanceof HTMLInputElement)) return undefined;
    return element.type === 'checkbox' || element.type === 'radio' ? element.checked : element.value;
  });
  return JSON.stringify(values.filter((value) => value !== undefined));
}

function hasText(form: HTMLFormElement): boolean {
  return [...form.elements].some(
    (element) =>
      (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) &&
      element.value.trim() !== '',
  );
}

window.addEventListener('beforeunload', (event) => {
  if ([...forms.values()].some((typed) => typed.isDirty && !typed.kind.isKept)) event.preventDefault();
});
