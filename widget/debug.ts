/**
 * `?leadline_debug`: a panel with the numbers found on the page, which were swapped and why others were not, the source of the
 * visit, and whether the plan is stored. A separate file that only uses `window.leadline`.
 */
import { type Finding, findAll } from './findings.ts';
import type { Leadline } from './interface.ts';
import { type Row, showPanel } from './panel.ts';
import type { Plan, Refusal } from './plan.ts';

/** A finding with its result. */
interface Examined extends Finding {
  verdict: string;
  isSwapped: boolean;
}

/** Returns the rows about the visit. */
function summaryOf(plan: Plan): string[][] {
  const swaps = plan.swaps.map(({ from, to, sms }) => `${from} → ${to}${sms ? ' (messages)' : ''}`);
  return [
    ['Source', plan.source],
    ['Location', plan.closest_location?.name ?? 'none'],
    ['Number', plan.phone_number],
    ['Swaps', swaps.join(', ') || 'none: this visit sees the printed numbers'],
    ['Stored', storedUntil()],
  ];
}

function storedUntil(): string {
  try {
    const kept = Object.entries(localStorage).find(([key]) => key.startsWith('leadline:'));
    const { until } = JSON.parse(kept?.[1] ?? '{}') as { until?: number };
    return until ? `until ${new Date(until).toLocaleTimeString()}` : 'no: there is no consent';
  } catch {
    return 'no: the browser blocks storage';
  }
}

/** Explains why there is no plan: a fault of the script tag, or the edge's refusal. */
async function refusal(): Promise<string> {
  const tag = document.querySelector<HTMLElement>('script[data-company][src*="/dni/leadline"]');
  if (!tag?.dataset['company']) return 'none: the script tag has no data-company';
  const { company, zip = '' } = tag.dataset;
  try {
    const { origin } = new URL(import.meta.url);
    const response = await fetch(`${origin}/dni/swap/${company}?nocache=1&zip=${zip}`, {
      method: 'POST',
      body: JSON.stringify({ domain: location.hostname, url: location.href }),
    });
    const { detail } = (await response.json()) as Partial<Refusal>;
    return `none: ${detail ?? `the edge answered with ${response.status}`} (data-company is ${company})`;
  } catch {
    return 'none: the edge could not be reached, or the page’s content security policy blocks it (see the network panel)';
  }
}

/** Longest wait for the swap event. */
const SWAP_TIMEOUT_MS = 1_000;

/** Finds the numbers on the original page, and the result of each after the swap. */
async function examine(leadline: Leadline, plan: Plan): Promise<Examined[]> {
  leadline.restore();
  const found = findAll(document, plan).map((finding) => ({ ...finding, before: finding.read() }));
  await swapAll(leadline);
  return found.map(({ before, ...finding }) => {
    const isSwapped = finding.reason === undefined && finding.read() !== before;
    const verdict = isSwapped
      ? `swapped: ${leadline.get(finding.form)}`
      : `left alone: ${finding.reason ?? 'the page restored it, or a framework has not hydrated it yet'}`;
    return { ...finding, isSwapped, verdict };
  });
}

/** Swaps the page and waits, since that may take several tasks. */
function swapAll(leadline: Leadline): Promise<unknown> {
  return new Promise((resolve) => {
    document.addEventListener('leadline:swap', resolve, { once: true });
    setTimeout(resolve, SWAP_TIMEOUT_MS);
    leadline.swap();
  });
}

async function debug(leadline: Leadline): Promise<void> {
  const plan = await leadline.ready;
  const facts = plan ? summaryOf(plan) : [['Plan', await refusal()]];
  const findings = plan ? await examine(leadline, plan) : [];
  const swapped = findings.filter(({ isSwapped }) => isSwapped).length;
  const rows = findings.map(({ place, form, verdict, isSwapped }): Row => {
    return { cells: [place, form, verdict], kind: isSwapped ? 'swapped' : 'left' };
  });
  showPanel(
    `Leadline: ${swapped} of ${findings.length} numbers swapped`,
    [facts.map((cells): Row => ({ cells, kind: 'fact' })), rows],
    () => void debug(leadline),
  );
}

const { leadline } = window as { leadline?: Leadline };
if (leadline) void debug(leadline);
