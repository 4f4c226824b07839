/** What the phone shows: what goes on, what goes over the wire, the texts, and the lead. */
import { BRANCHES, DEMO_COMPANY_ID, locationNameOf, printed } from '../../company.ts';
import type { Exchange, Known } from './carrier.ts';
import type { Deed, Scene } from './live-call.ts';
import { find, make } from './screen.ts';

const DEEDS: Record<Deed, string> = {
  answer: 'Pick up',
  busy: 'Busy',
  ignore: 'Nobody answers',
  message: 'Leave a message',
  'hang-up': 'Hang up',
};

export function showScene(scene: Scene, onDeed: (deed: Deed) => void): void {
  find('.happens').textContent = happening(scene);
  find('.spoken').textContent = scene.spoken === '' ? '' : `“${scene.spoken}”`;
  const buttons = scene.deeds.map((deed) => {
    const button = make('button', DEEDS[deed], deed);
    button.addEventListener('click', () => onDeed(deed), { once: true });
    return button;
  });
  find('.deeds').replaceChildren(...buttons);
  buttons[0]?.focus();
}

/** Adds a request of the carrier, with what was answered. */
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

/** The texts with one number, the oldest first. */
export function showThread(texts: Known['texts']): void {
  const shown = texts.map(({ direction, message, status }) => {
    const item = make('li', message, direction);
    if (direction === 'inbound') item.append(make('small', 'received by Leadline'));
    else item.append(make('small', `from the branch, ${status}`));
    return item;
  });
  replaceIfNew(find('.thread'), shown);
}

/** The lead that the call or the text became, and what is known of the call. */
export function showLead(known: Known): void {
  const card = find('.lead');
  const { call, lead } = known;
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

function aboutLead(lead: Known['lead'], source: string | undefined): Row[] {
  if (lead === null)
    return [
      ['Lead', 'None: the number is withheld, or the company’s own'],
      ['Source', source],
    ];
  return [
    ['Lead', lead.name ?? 'Nameless'],
    ['Source', source ?? lead.source_tags?.join(', ')],
    ['Belongs to', lead.assigned_to?.name],
  ];
}

function aboutCall(call: Known['call']): Row[] {
  if (call === null) return [];
  return [
    ['Branch', BRANCHES.filter(({ id }) => id === call.location_id).map(locationNameOf)[0]],
    ['Outcome', call.outcome ?? 'in progress'],
    ['Rang', call.outcome === null ? undefined : `${call.ring_seconds} s`],
    ['Talked', call.talk_seconds === null ? undefined : `${call.talk_seconds} s`],
  ];
}

function consoleLink(leadId: string): HTMLElement {
  const link = make('a', 'See the lead in the console');
  link.setAttribute('href', `/console/${DEMO_COMPANY_ID}/leads/${leadId}`);
  link.setAttribute('target', '_blank');
  return link;
}

/** Leaves what is the same, so that a screen reader does not read it again. */
function replaceIfNew(parent: HTMLElement, children: readonly HTMLElement[]): void {
  const isSame =
    parent.children.length === children.length &&
    children.every((child, index) => child.isEqualNode(parent.children.item(index)));
  if (!isSame) parent.replaceChildren(...children);
}

function happening({ state, phones }: Scene): string {
  const who = phones.map(nameOf).join(' and ');
  const sentences: Record<Scene['state'], string> = {
    dialing: 'Calling',
    speaking: 'A voice says',
    ringing: `${who} rings`,
    whisper: `Whoever picks up at ${who} hears first`,
    talking: `Connected with ${who}`,
    tone: 'After the tone',
    over: 'The call is over',
  };
  return sentences[state];
}

function nameOf(number: string): string {
  const branch = BRANCHES.find((each) => each.number === number);
  return branch === undefined ? printed(number) : locationNameOf(branch);
}

/** The carrier's id of the call says nothing to a reader. */
function shortened(path: string): string {
  return path.replace(/\/CA[\da-f]{32}/, '/CA…');
}
