/**
 * `?leadline_debug`: a panel that says what was found on the page, what was swapped and why the rest was not, where the
 * visit comes from and whether the plan was kept. A part of its own; it finds out everything through `window.leadline`.
 */
import { ATTRIBUTES, SKIP } from './elements.ts';
import { compile } from './forms.ts';
import type { Leadline } from './interface.ts';
import { messageService } from './links.ts';
import type { Plan } from './plan.ts';

/** One place where the digits of a target stand. */
interface Finding {
  /** The text around it. */
  text: string;
  /** Where: an element, or an element's attribute. */
  place: string;
  verdict: string;
  carrier: Node;
  before: string;
}

const WINDOW = 24;
/** Elements with an attribute that is looked at; of the links those with a scheme. */
const HOLDERS = ATTRIBUTES.map((name) => (name === 'href' ? '[href*=":"]' : `[${name}]`)).join();

/** What is shown beside the findings. */
function summary(plan: Plan | undefined): string[][] {
  if (!plan) return [['Plan', 'none: the edge could not be asked, or refused (see the network panel)']];
  const kept = Object.entries(localStorage).find(([key]) => key.startsWith('leadline:'));
  const until = kept ? (JSON.parse(kept[1]) as { until?: number }).until : undefined;
  return [
    ['Source', plan.source],
    ['Place', plan.closest_location?.name ?? 'no location'],
    ['Number', plan.phone_number],
    [
      'Swaps',
      plan.swaps.map(({ from, to, sms }) => `${from} → ${to}${sms ? ' (messages)' : ''}`).join(', ') ||
        'none',
    ],
    [
      'Kept',
      until ? `until ${new Date(until).toLocaleTimeString()}` : 'no: no consent, or storage is forbidden',
    ],
  ];
}

/** Every place where a target's digits stand, on the page as the site sent it. */
function findAll(root: Document | ShadowRoot, pattern: RegExp, dials: RegExp): Finding[] {
  const findings: Finding[] = [];
  const look = (carrier: Node, element: Element, place: string): void => {
    const text = carrier.nodeValue ?? '';
    for (const match of text.matchAll(pattern)) {
      const start = Math.max(match.index - WINDOW, 0);
      const shown = text.slice(start, match.index + match[0].length + WINDOW).trim();
      findings.push({ text: shown, place, verdict: reasonOf(element, place, dials), carrier, before: text });
    }
  };
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (element) look(texts.currentNode, element, nameOf(element));
  }
  for (const element of root.querySelectorAll(HOLDERS)) {
    for (const name of ATTRIBUTES) {
      const attribute = element.getAttributeNode(name);
      if (attribute) look(attribute, element, `${nameOf(element)}[${name}]`);
    }
  }
  for (const element of root.querySelectorAll('*')) {
    if (element.shadowRoot) findings.push(...findAll(element.shadowRoot, pattern, dials));
  }
  return findings;
}

/** Why a place would stay as it is. */
function reasonOf(element: Element, place: string, dials: RegExp): string {
  const apart = element.closest(SKIP);
  if (apart) return `left alone: inside ${nameOf(apart)}`;
  const link = element.closest('[href]');
  if (messageService(dials, link?.getAttribute('href')))
    return 'left alone: the new number takes no messages';
  if (place.endsWith('[href]')) return 'left alone: not a link that dials';
  return 'left alone: the digits are a part of something longer, or the page put them back';
}

function nameOf(element: Element): string {
  return element.localName + (element.id && `#${element.id}`);
}

/** The findings, with what the swap made of each. */
function examine(leadline: Leadline, plan: Plan): Finding[] {
  leadline.restore();
  const { _pattern, _link } = compile(plan);
  const findings = findAll(document, _pattern, _link);
  leadline.swap();
  return findings.map((finding) => {
    const now = finding.carrier.nodeValue ?? '';
    return now === finding.before
      ? finding
      : { ...finding, verdict: `swapped: ${now.trim().slice(0, 2 * WINDOW)}` };
  });
}

/** A panel in a shadow root, so that the site's styles and ours do not meet; made without markup, for strict policies. */
function show(rows: string[][], findings: Finding[], again: () => void): void {
  document.querySelector('leadline-debug')?.remove();
  const host = document.createElement('leadline-debug');
  host.setAttribute('data-leadline-skip', '');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    ':host{position:fixed;inset:auto 12px 12px auto;z-index:2147483647;box-sizing:border-box;max-width:min(46rem,calc(100vw - 24px));max-height:60vh;overflow:auto;background:#10151c;color:#e8edf2;font:13px/1.5 system-ui,sans-serif;border-radius:10px;padding:14px 18px;box-shadow:0 12px 40px #0006}h2{font-size:14px;margin:0 0 8px}table{border-collapse:collapse;width:100%;margin-bottom:10px}td{padding:3px 12px 3px 0;vertical-align:top;border-top:1px solid #ffffff1a;overflow-wrap:anywhere}td:first-child{color:#9fb0c0}.fact td:first-child{width:1%;white-space:nowrap}button{font:inherit;color:inherit;background:#ffffff1a;border:0;border-radius:6px;padding:4px 12px;margin-right:8px;cursor:pointer}.swapped td:last-child{color:#7be0a0}.left td:last-child{color:#f3c26b}@media(max-width:640px){tr:not(.fact) td{display:block;padding-right:0}tr:not(.fact) td+td{border:0;padding-top:0}}',
  );
  root.adoptedStyleSheets = [sheet];
  const heading = document.createElement('h2');
  heading.textContent = `Leadline: ${findings.filter(({ verdict }) => verdict.startsWith('swapped')).length} of ${findings.length} places swapped`;
  root.append(
    heading,
    tableOf(rows.map((cells) => ({ cells, kind: 'fact' }))),
    tableOf(
      findings.map(({ place, text, verdict }) => ({
        cells: [place, text, verdict],
        kind: verdict.slice(0, verdict.startsWith('swapped') ? 7 : 4),
      })),
    ),
    buttonOf('Look again', again),
    buttonOf('Close', () => host.remove()),
  );
  document.documentElement.append(host);
}

function tableOf(rows: { cells: string[]; kind: string }[]): HTMLTableElement {
  const table = document.createElement('table');
  for (const { cells, kind } of rows) {
    const row = table.insertRow();
    row.className = kind;
    for (const text of cells) row.insertCell().textContent = text;
  }
  return table;
}

function buttonOf(label: string, act: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.textContent = label;
  button.addEventListener('click', act);
  return button;
}

async function debug(leadline: Leadline): Promise<void> {
  const plan = await leadline.ready;
  show(summary(plan), plan ? examine(leadline, plan) : [], () => void debug(leadline));
}

const { leadline } = window as { leadline?: Leadline };
if (leadline) void debug(leadline);
