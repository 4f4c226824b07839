/** Lists in the panel what happens to the visit: it is counted, leases a number, taps it, and sends the contact form. */
import type { Plan } from '../../widget/plan.ts';
import { DEMO_COMPANY_ID, printed } from '../company.ts';
import type { SentForm } from '../visitors.ts';

/** Most entries; older ones go. */
const MOST_SHOWN = 6;
/** A form is reported once it is emptied, and becomes a lead behind the answer. */
const FORM_LOOK_MS = 500;
const FORM_LOOKS = 20;

/** Adds an entry to the list for each event of the page. */
export function listHappenings(list: HTMLElement): void {
  const add = (text: string, link?: HTMLElement): void => {
    const item = document.createElement('li');
    const time = document.createElement('time');
    time.textContent = new Date().toLocaleTimeString('en', { hour12: false });
    item.append(time, ` ${text}`, ...(link ? [' ', link] : []));
    list.prepend(item);
    while (list.children.length > MOST_SHOWN) list.lastElementChild?.remove();
    (list.parentElement as HTMLElement).hidden = false;
  };
  let leased: string | undefined;
  document.addEventListener('leadline:swap', (event) => {
    const plan = (event as CustomEvent<Plan>).detail;
    const visit = storedVisit();
    if (visit !== undefined) add(`Visit: ${visit}.`);
    if (plan.overflow === undefined) return;
    const until = new Date(Date.now() + plan.max_age * 1000);
    const verb = leased === plan.phone_number ? 'renewed' : 'taken';
    leased = plan.phone_number;
    const at = until.toLocaleTimeString('en', { hour12: false, hour: '2-digit', minute: '2-digit' });
    add(`Lease ${verb}: ${printed(plan.phone_number)}. The page asks again at ${at}.`);
  });
  document.addEventListener('leadline:call', (event) => {
    add(`Tap: ${printed((event as CustomEvent<{ dialled: string }>).detail.dialled)}.`);
  });
  document.addEventListener('submit', ({ target }) => {
    const phone = (target as HTMLFormElement).querySelector<HTMLInputElement>('[type=tel]')?.value;
    if (phone) void findForm(phone, add);
  });
}

/** Waits until the product has made a lead of the form. */
async function findForm(phone: string, add: (text: string, link: HTMLElement) => void): Promise<void> {
  for (let looks = 0; looks < FORM_LOOKS; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, FORM_LOOK_MS));
    const answer = await fetch(`sent-form?${new URLSearchParams({ phone })}`).catch(() => undefined);
    const form = answer?.ok ? ((await answer.json()) as SentForm | null) : null;
    if (form === null) continue;
    const link = document.createElement('a');
    link.href = `/console/${DEMO_COMPANY_ID}/leads/${form.lead_id}`;
    link.textContent = 'Open it in the console';
    add(`Form: ${form.name} is a lead of the source ${form.source}.`, link);
    return;
  }
}

/** Describes the stored visit by its campaign; undefined before there is one, and after it was listed. */
function storedVisit(): string | undefined {
  const key = Object.keys(localStorage).find((name) => name.startsWith('leadline:'));
  const stored =
    key && (JSON.parse(localStorage[key] as string) as { session?: [string, string]; id?: string });
  if (!stored || !stored.session || sessionStorage['demo-visit'] === stored.id) return undefined;
  sessionStorage['demo-visit'] = stored.id;
  const campaign = new URLSearchParams(stored.session[0]).get('utm_campaign');
  return campaign === null ? 'without a campaign' : `campaign ${campaign}`;
}
