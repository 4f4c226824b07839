/** The demo site's own script: shows the nearest branch, adds a late note, and sends the contact form. */
import type { Plan } from '../../widget/plan.ts';
import { NATIONAL_NUMBER, printed } from '../company.ts';
import { widget } from './visit.ts';

/** A typical delay of texts from chats and tag managers. */
const LATE_MS = 1_500;

document.addEventListener('leadline:swap', (event) => greet((event as CustomEvent<Plan>).detail));
void widget()?.ready?.then((plan) => plan && greet(plan));

const late = document.querySelector('#late');
if (late) {
  setTimeout(() => {
    const number = document.createElement('strong');
    number.className = 'tel';
    number.textContent = printed(NATIONAL_NUMBER);
    late.append('In a hurry? The desk picks up at ', number, '.');
  }, LATE_MS);
}

const form = document.querySelector<HTMLFormElement>('form[action="callback"]');
form?.addEventListener('submit', (event) => {
  event.preventDefault();
  void send(form);
});

/** Fills in the branch that the lookup found. */
function greet({ closest_location: branch }: Plan): void {
  if (!branch) return;
  for (const element of document.querySelectorAll<HTMLElement>('[data-branch]')) {
    const value = branch[element.dataset['branch'] ?? ''];
    if (typeof value === 'string') element.textContent = value;
  }
  for (const card of document.querySelectorAll<HTMLElement>('[data-location]')) {
    card.classList.toggle('nearest', card.dataset['location'] === branch.name);
  }
}

/** Sends the form without leaving the page, and shows the result. */
async function send(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector('button');
  const status = form.querySelector('[role=status]');
  if (!button || !status) return;
  button.disabled = true;
  const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  const answer = await fetch(form.action, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body,
  }).catch(() => undefined);
  button.disabled = false;
  status.className = answer?.ok ? 'good' : 'bad';
  status.textContent = await textOf(answer, body.get('name') ?? '');
  if (answer?.ok) form.reset();
}

async function textOf(answer: Response | undefined, name: string): Promise<string> {
  const failed = 'The form could not be sent. Please call us.';
  if (answer === undefined) return failed;
  const { detail } = (await answer.json()) as { detail?: string };
  return answer.ok ? `Thank you, ${name}. We call you back today.` : (detail ?? failed);
}
