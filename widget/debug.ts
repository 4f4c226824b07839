/**
 * `?leadline_debug`: a panel that says what was found on the page, what was swapped and why the rest was not, where the
 * visit comes from and whether the plan was kept. A part of its own; it finds out everything through `window.leadline`.
 */
import { type Finding, findAll } from './findings.ts';
import type { Leadline } from './interface.ts';
import { type Row, showPanel } from './panel.ts';
import type { Plan, Refusal } from './plan.ts';

/** A finding, and what became of it. */
interface Examined extends Finding {
  verdict: string;
  isSwapped: boolean;
}

/** What is shown beside the findings. */
function summaryOf(plan: Plan): string[][] {
  const swaps = plan.swaps.map(({ from, to, sms }) => `${from} → ${to}${sms ? ' (messages)' : ''}`);
  return [
    ['Source', plan.source],
    ['Place', plan.closest_location?.name ?? 'no location'],
    ['Number', plan.phone_number],
    ['Swaps', swaps.join(', ') || 'none: this visit sees the numbers of the page'],
    ['Kept', keptUntil()],
  ];
}

function keptUntil(): string {
  try {
    const kept = Object.entries(localStorage).find(([key]) => key.startsWith('leadline:'));
    const { until } = JSON.parse(kept?.[1] ?? '{}') as { until?: number };
    return until ? `until ${new Date(until).toLocaleTimeString()}` : 'no: there is no consent';
  } catch {
    return 'no: storage is forbidden';
  }
}

/** Why there is no plan: what is wrong with the script tag, or what the edge says. */
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
    return 'none: the edge could not be reached, or a policy of the page forbids to ask it (see the network panel)';
  }
}

/** For how long a page that says nothing of a swap is waited for. */
const SWAP_TIMEOUT_MS = 1_000;

/** The findings on the page as the site sent it, and what the swap made of each. */
async function examine(leadline: Leadline, plan: Plan): Promise<Examined[]> {
  leadline.restore();
  const found = findAll(document, plan).map((finding) => ({ ...finding, before: finding.read() }));
  await swapAll(leadline);
  return found.map(({ before, ...finding }) => {
    const isSwapped = finding.reason === undefined && finding.read() !== before;
    const verdict = isSwapped
      ? `swapped: ${leadline.get(finding.form)}`
      : `left alone: ${finding.reason ?? 'the page put it back, or a framework has yet to take it over'}`;
    return { ...finding, isSwapped, verdict };
  });
}

/** Swaps the page, which may take several tasks. */
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
    `Leadline: ${swapped} of ${findings.length} places swapped`,
    [facts.map((cells): Row => ({ cells, kind: 'fact' })), rows],
    () => void debug(leadline),
  );
}

const { leadline } = window as { leadline?: Leadline };
if (leadline) void debug(leadline);
