/** Where the numbers of a plan stand on a page, and why one stays as it is: a part of the debug panel. */
import { blockOf, judgeBy } from './elements.ts';
import { compile, surroundings } from './forms.ts';
import { type Line, walkLines } from './lines.ts';
import { messageService } from './links.ts';
import type { Plan } from './plan.ts';

/** A number on the page. */
export interface Finding {
  /** As the page prints it. */
  form: string;
  /** Where: an element, or an element's attribute. */
  place: string;
  /** Why it stays, when the number itself or its place tells. */
  reason: string | undefined;
  /** What the place says now. */
  read: () => string;
}

/** A plan, and what finds its numbers. */
interface Search {
  plan: Plan;
  finder: (text: string) => RegExp;
  link: RegExp;
}

/** In words what a group of `stays` has seen (worker/edge/lookup/number-forms/surroundings.ts). */
const REASONS: Readonly<Record<string, string>> = {
  abroad: 'a number of another country',
  grouped: 'a date, a decimal, grouped thousands or an Internet address',
  part: 'a part of a longer number, an order number, a file name or an address',
  price: 'a price',
  register: 'a number of another register, such as an ISBN or an invoice',
  shared: 'the number beside it is only its last digits, and needs the first ones of this',
  short: 'so short that what is beside it makes it something else',
};
/** In words what excludes an element, by its selector. */
const EXCLUSIONS: Readonly<Record<string, string>> = {
  textarea: 'typed by the visitor',
  '[type=tel]': "in a field for the visitor's own number",
  '[autocomplete*=tel]': "in a field for the visitor's own number",
};

/** Everything that may be a number of the plan. The page has to be as the site sent it. */
export function findAll(root: Document, plan: Plan): Finding[] {
  // Here nothing waits.
  judgeBy({ ...plan.forms, roots: ':not(*)' });
  const { _finder, _link } = compile(plan);
  return findIn(root, { plan, finder: _finder, link: _link });
}

function findIn(root: Document | ShadowRoot, search: Search): Finding[] {
  // The panel itself is no part of the page.
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
  const look = ([line, text]: Line<Text>): void => {
    const read = (): string => line.map(({ nodeValue }) => nodeValue).join('\0');
    for (const match of text.matchAll(search.finder(text))) {
      const element = line[text.slice(0, match.index).split('\0').length - 1]?.parentElement;
      if (!element) continue;
      const reason =
        exclusionOf(element, search) ?? reasonIn(text, match, search) ?? messageOf(element, search);
      findings.push({ form: whole(text, match), place: nameOf(element), reason, read });
    }
  };
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    // A line ends where something is excluded, and is not looked at there.
    if (text.parentElement?.closest(search.plan.forms.skip)) look([[text as Text], text.nodeValue ?? '']);
    else blocks.add(blockOf(text));
  }
  for (const block of blocks) walkLines(block, look);
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
  const typed = Array.from(value.matchAll(search.finder(value)), (match) => ({
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
  return Array.from(value.matchAll(search.finder(value)), (match) => ({
    form: whole(value, match),
    place: `${nameOf(element)}[${name}]`,
    reason:
      exclusionOf(element, search) ??
      (isLink && !search.link.test(value) ? 'not a link that dials' : undefined) ??
      (name === 'value' && !/^(?:button|submit|reset)$/.test((element as HTMLInputElement).type)
        ? 'a value that the visitor may change'
        : undefined) ??
      (isLink ? undefined : reasonIn(value, match, search)) ??
      messageOf(element, search),
    read: () => attribute.value,
  }));
}

/** What around the element, or it itself, is excluded. */
function exclusionOf(element: Element, { plan }: Search): string | undefined {
  const apart = element.closest(plan.forms.skip);
  const selector = plan.forms.skip.split(',').find((one) => apart?.matches(one));
  if (selector === undefined) return undefined;
  return (
    EXCLUSIONS[selector] ?? `inside ${selector.replace(/^\[(.+)\]$/, '$1').replace(/^\./, 'the class ')}`
  );
}

/** What the plan's expression sees around the number. */
function reasonIn(
  text: string,
  { 0: form, index, ...groups }: RegExpExecArray,
  { plan }: Search,
): string | undefined {
  const { stays, writes } = plan.forms;
  const way = Object.values(groups).indexOf(form);
  const marks = writes[way]?.[2] ?? ' ';
  const seen = RegExp(stays).exec(surroundings(text, index, index + form.length, marks))?.groups ?? {};
  const name = Object.keys(seen).find((one) => seen[one] !== undefined && REASONS[one.replace(/\d/, '')]);
  return name && REASONS[name.replace(/\d/, '')];
}

/** Whether the element belongs to a link for messages to a number that stays since the new one takes none. */
function messageOf(element: Element, { plan, link }: Search): string | undefined {
  const isMessage = messageService(link, element);
  return isMessage && plan.swaps.some(({ sms }) => !sms) ? 'the new number takes no messages' : undefined;
}

/** The form with the bracket that it began in, and without the joints of a line. */
function whole(text: string, { 0: form, index }: RegExpExecArray): string {
  const opening = /[([]$/.exec(text.slice(0, index))?.[0] ?? '';
  return ((/^[^([]*[)\]]/.test(form) ? opening : '') + form).replaceAll(/\p{Cc}/gu, '');
}

function nameOf(element: Element): string {
  return element.localName + (element.id && `#${element.id}`);
}
