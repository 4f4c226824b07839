/** Finds the plan's numbers on a page, and why some are not swapped. Part of the debug panel. */
import { blockOf, setRules } from './elements.ts';
import { type Forms, type NumberForms, compile, contextOf } from './forms.ts';
import { type Line, walkLines } from './lines.ts';
import { swapLink } from './links.ts';
import type { Plan } from './plan.ts';

/** A number on the page. */
export interface Finding {
  /** The number as printed. */
  form: string;
  /** Its element or attribute. */
  place: string;
  /** Why it is not swapped, if the number or its place is the reason. */
  reason: string | undefined;
  /** Reads the current text of the place. */
  read: () => string;
}

/** A plan and its regular expressions. */
interface Search {
  plan: Plan;
  forms: Forms;
}

/** Explanations of the groups of `stays` (worker/edge/lookup/number-forms/text-context.ts). */
const REASONS: Readonly<Record<string, string>> = {
  abroad: 'a number in another country',
  grouped: 'a date, a version, a decimal, grouped thousands or an Internet address',
  part: 'a part of a longer number, an order number, a file name or an address',
  price: 'a price',
  register: 'not a phone number, for instance an ISBN or an invoice number',
  shared: 'the number next to it has only the last digits, and shares the first digits of this one',
  short: 'too short to be certain, given the text next to it',
};
/** Explanations of exclusions, by selector. */
const EXCLUSIONS: Readonly<Record<string, string>> = {
  textarea: 'typed by the visitor',
  '[type=tel]': "in a field for the visitor's own number",
  '[autocomplete*=tel]': "in a field for the visitor's own number",
};

/** Finds all candidates for the plan's numbers. The page must be unswapped. */
export function findAll(root: Document, plan: Plan): Finding[] {
  setRules(plan.forms);
  return findIn(root, { plan, forms: compile(plan) });
}

function findIn(root: Document | ShadowRoot, search: Search): Finding[] {
  // Skip the panel itself.
  const elements = [...root.querySelectorAll('*')].filter(({ localName }) => localName !== 'leadline-debug');
  return [
    ...inTexts(root, search),
    ...elements.flatMap((element) => inAttributes(element, search)),
    ...elements.flatMap((element) => {
      const inner = element.shadowRoot ?? (element as Partial<HTMLIFrameElement>).contentDocument;
      return inner ? findIn(inner, search) : [];
    }),
  ];
}

function inTexts(root: Document | ShadowRoot, search: Search): Finding[] {
  const findings: Finding[] = [];
  const blocks = new Set<Node>();
  const examine = ([line, text]: Line<Text>): void => {
    const read = (): string => line.map(({ nodeValue }) => nodeValue).join('\0');
    for (const match of text.matchAll(search.forms._finder(text))) {
      const element = line[text.slice(0, match.index).split('\0').length - 1]?.parentElement;
      if (!element) continue;
      const reason =
        exclusionOf(element, search) ?? reasonIn(text, match, search) ?? linkReason(element, match, search);
      findings.push({ form: whole(text, match), place: nameOf(element), reason, read });
    }
  };
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    // Lines end at excluded elements, so examine at their texts one by one.
    if (text.parentElement?.closest(search.plan.forms.skip)) examine([[text as Text], text.nodeValue ?? '']);
    else blocks.add(blockOf(text));
  }
  for (const block of blocks) walkLines(block, examine);
  return findings;
}

function inAttributes(element: Element, search: Search): Finding[] {
  const { value, defaultValue, localName } = element as Partial<HTMLInputElement> & Element;
  const attributes = search.plan.forms.attributes.map((name) => element.getAttributeNode(name));
  const findings = attributes.flatMap((attribute) =>
    attribute ? inAttribute(element, attribute, search) : [],
  );
  if (typeof value !== 'string' || value === defaultValue || !/^(?:input|textarea)$/.test(localName))
    return findings;
  const typed = Array.from(value.matchAll(search.forms._finder(value)), (match) => ({
    form: whole(value, match),
    place: nameOf(element),
    reason: 'typed by the visitor',
    read: () => value,
  }));
  return [...findings, ...typed];
}

function inAttribute(element: Element, attribute: Attr, search: Search): Finding[] {
  const { name, value } = attribute;
  const isLink = name === 'href';
  if (isLink && !value.includes(':')) return [];
  return Array.from(value.matchAll(search.forms._finder(value)), (match) => ({
    form: whole(value, match),
    place: `${nameOf(element)}[${name}]`,
    reason:
      exclusionOf(element, search) ??
      (isLink && !search.forms._link.test(value) ? 'not a phone link' : undefined) ??
      (name === 'value' && !/^(?:button|submit|reset)$/.test((element as HTMLInputElement).type)
        ? 'a value that the visitor can change'
        : undefined) ??
      (isLink ? undefined : reasonIn(value, match, search)) ??
      linkReason(element, match, search),
    read: () => attribute.value,
  }));
}

/** Explains why the element or an ancestor is excluded. */
function exclusionOf(element: Element, { plan }: Search): string | undefined {
  const apart = element.closest(plan.forms.skip);
  const selector = plan.forms.skip.split(',').find((one) => apart?.matches(one));
  if (selector === undefined) return undefined;
  return (
    EXCLUSIONS[selector] ?? `inside ${selector.replace(/^\[(.+)\]$/, '$1').replace(/^\./, 'the class ')}`
  );
}

/** Explains why the text around the number excludes it. */
function reasonIn(text: string, match: RegExpExecArray, { plan }: Search): string | undefined {
  const { 0: form, index } = match;
  const [, , marks = ' '] = writeOf(match, plan) ?? [];
  const seen =
    RegExp(plan.forms.stays).exec(contextOf(text, index, index + form.length, marks))?.groups ?? {};
  const name = Object.keys(seen).find((one) => seen[one] !== undefined && REASONS[one.replace(/\d/, '')]);
  return name && REASONS[name.replace(/\d/, '')];
}

/** Explains why a number in or of a link stays: the link does not get the same new number. */
function linkReason(element: Element, match: RegExpExecArray, { plan, forms }: Search): string | undefined {
  const href = element.closest('[href]')?.getAttribute('href') ?? '';
  const [swapIndex = 0] = writeOf(match, plan) ?? [];
  const swap = plan.swaps[swapIndex as number];
  if (swapLink(forms, href, (_, dialled) => dialled.to === swap?.to)) return undefined;
  const isMessage = forms._link.exec(href)?.[2] !== undefined;
  return isMessage && !swap?.sms
    ? 'the new number takes no messages'
    : 'its link is for another number, or has this one in an unknown form';
}

/** Returns the entry of `writes` for a match, whose group equals the whole match. */
function writeOf(match: RegExpExecArray, { forms }: Plan): NumberForms['writes'][number] | undefined {
  return forms.writes[match.indexOf(match[0], 1) - 1];
}

/** Returns the form with its opening bracket and without the separators of a line. */
function whole(text: string, { 0: form, index }: RegExpExecArray): string {
  const opening = /[([]$/.exec(text.slice(0, index))?.[0] ?? '';
  return ((/^[^([]*[)\]]/.test(form) ? opening : '') + form).replaceAll(/\p{Cc}/gu, '');
}

function nameOf(element: Element): string {
  return element.localName + (element.id && `#${element.id}`);
}
