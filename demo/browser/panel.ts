/** The panel: choose a visitor, and see which number they get and why. Its markup is in `pages/panel.ts`. */
import { freshAddress, type Visitor } from '../visitors.ts';
import { type Explanation, explain, type Step } from './explanation.ts';
import { collectPanelInput, currentVisitor, forgetAnswers } from './panel-input.ts';
import { listHappenings } from './happenings.ts';
import { isPhoneOpen, pickUp } from './phone/pick-up.ts';
import { visitAs } from './visit.ts';

const root = document.querySelector('leadline-panel')?.shadowRoot ?? document;
const page = document.documentElement;
const form = find<HTMLFormElement>('form');
const fields = form.elements as unknown as Record<keyof Visitor | 'isBack', HTMLInputElement>;

fillForm(currentVisitor());
listHappenings(find('.happenings ul'));
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void visit();
});
fields.place.addEventListener('change', () => void visit({ zip: '' }));
fields.way.addEventListener('change', () => void visit());
find('.bar').addEventListener('click', () => open(true));
find('.close').addEventListener('click', () => open(false));
document.addEventListener('keydown', ({ key }) => {
  // An open phone dialog handles its own Escape.
  if (key === 'Escape' && !isPhoneOpen()) open(false);
});
for (const by of ['call', 'text'] as const) {
  find(`.reach [name=${by}]`).addEventListener('click', () => pickUp({ by, number: shownNumber() }));
}
markOpen();
new MutationObserver(markOpen).observe(page, { attributeFilter: ['data-panel'] });
void collectPanelInput()
  .then((input) => show(explain(input)))
  .catch((error: unknown) => (find('.story').textContent = String(error)));

function fillForm({ ip, place, way, zip, nocache }: Visitor): void {
  fields.place.value = place;
  fields.way.value = way;
  fields.zip.value = zip;
  fields.ip.value = ip;
  fields.nocache.checked = nocache;
  fields.isBack.checked = sessionStorage['demo-is-back'] === 'true';
  find('.who').textContent = [zip ? `ZIP ${zip}` : place, way].join(' · ');
}

/** Visits the page again. A changed place or way means a new visitor, unless "returns" is checked or an address was typed. */
async function visit(changes: Partial<Visitor> = {}): Promise<void> {
  const before = currentVisitor();
  const isBack = fields.isBack.checked;
  const typed = fields.ip.value.trim();
  const isTyped = typed !== '' && typed !== before.ip;
  const visitor = {
    place: fields.place.value,
    way: fields.way.value,
    zip: fields.zip.value.trim(),
    ip: isBack || isTyped ? typed : freshAddress(),
    nocache: fields.nocache.checked,
    ...changes,
  };
  sessionStorage['demo-is-back'] = String(isBack);
  forgetAnswers();
  await visitAs(visitor, isBack);
}

function open(isOpen: boolean): void {
  page.dataset['panel'] = isOpen ? 'open' : 'closed';
  localStorage['demo-panel'] = page.dataset['panel'];
  find(isOpen ? '.close' : '.bar').focus();
}

function markOpen(): void {
  find('.bar').setAttribute('aria-expanded', String(page.dataset['panel'] === 'open'));
}

function show({ number, state, story, heading, steps }: Explanation): void {
  find('output').dataset['state'] = state;
  find('.state').textContent = state;
  find('.shown').textContent = number;
  find('.number').textContent = number;
  find('.reach').hidden = false;
  find('.story').replaceChildren(...story.map((text) => make('p', text)));
  find('h2').textContent = heading;
  find('ol').replaceChildren(...steps.map(listItem));
}

/** Returns the number on the page in E.164. */
function shownNumber(): string {
  return `+1${(find('.shown').textContent ?? '').replaceAll(/\D/g, '')}`;
}

function listItem({ name, value, why, rows = [] }: Step): HTMLElement {
  const item = make('li');
  item.append(make('span', name), make('strong', value), make('p', why));
  if (rows.length > 0) {
    const table = make('table');
    for (const row of rows) {
      const line = table.appendChild(make('tr'));
      line.className = row.isChosen ? 'chosen' : '';
      line.append(make('td', row.name), make('td', row.distance));
    }
    item.append(table);
  }
  return item;
}

function make(name: string, text = ''): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

function find<Found extends HTMLElement = HTMLElement>(selector: string): Found {
  const found = root.querySelector<Found>(selector);
  if (found === null) throw new Error(`The panel has no ${selector}.`);
  return found;
}
