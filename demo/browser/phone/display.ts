/** Shows the phone: the stage of the call, the requests, the messages, and the lead. */
import { BRANCHES, DEMO_COMPANY_ID, locationNameOf, printed } from '../../company.ts';
import type { Exchange, Records } from './carrier.ts';
import { type Choice, KEYS, type Stage } from './live-call.ts';
import { find, make } from './screen.ts';

const CHOICE_LABELS: Partial<Record<Choice, string>> = {
  answer: 'Pick up',
  busy: 'Busy',
  ignore: 'Do not answer',
  message: 'Leave a message',
  'hang-up': 'Hang up',
};

/** Shows a stage of the call and its buttons. */
export function showStage(stage: Stage, onChoice: (choice: Choice) => void): void {
  find('.happens').textContent = stageText(stage);
  find('.spoken').textContent = stage.spoken === '' ? '' : `“${stage.spoken}”`;
  const buttons = stage.choices.map((choice) => {
    const button = make(
      'button',
      CHOICE_LABELS[choice] ?? choice,
      KEYS.some((key) => key === choice) ? 'key' : choice,
    );
    button.addEventListener('click', () => onChoice(choice), { once: true });
    return button;
  });
  find('.deeds').replaceChildren(...buttons);
  buttons[0]?.focus();
}

/** Adds a request of the carrier with its answer. */
export function showExchange({ path, url, fields, signature, status, document: xml }: Exchange): void {
  const details = make('details');
  const summary = make('summary');
  const state = make('span', String(status), status === 200 ? 'status good' : 'status bad');
  summary.append(make('b', 'POST'), make('span', shortened(path), 'path'), state);
  const form = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  details.append(
    summary,
    make('pre', [`POST ${url}`, `X-Twilio-Signature: ${signature}`, '', ...form].join('\n')),
    make('pre', xml.replace(/^<\?xml[^>]*>/, '').replaceAll('><', '>\n<'), 'answer'),
  );
  const item = make('li');
  item.append(details);
  find('.exchanges').append(item);
}

/** Shows the messages with one number, oldest first. */
export function showThread(texts: Records['texts']): void {
  const shown = texts.map(({ direction, message, status }) => {
    const item = make('li', message, direction);
    if (direction === 'inbound') item.append(make('small', 'received by Leadline'));
    else item.append(make('small', `from the branch, ${status}`));
    return item;
  });
  replaceIfNew(find('.thread'), shown);
}

/** Shows the lead of the call or message, and the call. */
export function showLead(records: Records): void {
  const card = find('.lead');
  const { call, lead } = records;
  if (call === null && lead === null) {
    card.replaceChildren();
    return;
  }
  const list = make('dl');
  for (const [name, value] of [...aboutLead(lead, call?.source ?? undefined), ...aboutCall(call)]) {
    if (value) list.append(make('dt', name), make('dd', value));
  }
  replaceIfNew(card, lead === null ? [list] : [list, consoleLink(lead.lead_id)]);
}

type Row = readonly [name: string, value: string | undefined];

function aboutLead(lead: Records['lead'], source: string | undefined): Row[] {
  if (lead === null)
    return [
      ['Lead', 'None, because the caller’s number is withheld or is the company’s own'],
      ['Source', source],
    ];
  return [
    ['Lead', lead.name ?? 'No name'],
    ['Source', source ?? lead.source_tags?.join(', ')],
    ['Assigned to', lead.assigned_to?.name],
  ];
}

function aboutCall(call: Records['call']): Row[] {
  if (call === null) return [];
  return [
    ['Branch', BRANCHES.filter(({ id }) => id === call.location_id).map(locationNameOf)[0]],
    ['Outcome', call.outcome ?? 'in progress'],
    ['Rang', call.outcome === null ? undefined : `${call.ring_seconds} s`],
    ['Talked', call.talk_seconds === null ? undefined : `${call.talk_seconds} s`],
  ];
}

function consoleLink(leadId: string): HTMLElement {
  const link = make('a', 'Open the lead in the console');
  link.setAttribute('href', `/console/${DEMO_COMPANY_ID}/leads/${leadId}`);
  link.setAttribute('target', '_blank');
  return link;
}

/** Replaces children only if they changed, so that a screen reader does not read them again. */
function replaceIfNew(parent: HTMLElement, children: readonly HTMLElement[]): void {
  const isSame =
    parent.children.length === children.length &&
    children.every((child, index) => child.isEqualNode(parent.children.item(index)));
  if (!isSame) parent.replaceChildren(...children);
}

function stageText({ state, phones }: Stage): string {
  const who = phones.map(nameOf).join(' and ');
  const sentences: Record<Stage['state'], string> = {
    dialing: 'Calling',
    speaking: 'A voice says',
    menu: 'A voice asks for a key',
    ringing: `${who} rings`,
    whisper: `${who} hears, before being connected`,
    talking: `Connected with ${who}`,
    tone: 'After the tone',
    over: 'The call has ended',
  };
  return sentences[state];
}

function nameOf(number: string): string {
  const branch = BRANCHES.find((each) => each.number === number);
  return branch === undefined ? printed(number) : locationNameOf(branch);
}

/** Shortens the carrier's id of the call. */
function shortened(path: string): string {
  return path.replace(/\/CA[\da-f]{32}/, '/CA…');
}
