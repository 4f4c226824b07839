/** The simulated phone: calls and texts the number on the page through the simulated carrier. Its markup is in `pages/phone.ts`. */
import { printed } from '../company.ts';
import { type Exchange, newCarrierId, sendAsCarrier, fetchRecords } from './phone/carrier.ts';
import { readTwiml } from '../carrier/twiml-reader.ts';
import { showExchange, showLead, showStage, showThread } from './phone/display.ts';
import { LiveCall } from './phone/live-call.ts';
import { onPickUp, type PickUp } from './phone/pick-up.ts';
import { find } from './phone/screen.ts';
import { rememberWho, type Who, whoCalls } from './phone/who.ts';

/** How often an open thread is checked for answers. */
const THREAD_POLL_MS = 1_500;

const dialog = find<HTMLDialogElement>('dialog');
const form = find<HTMLFormElement>('.who');
const fields = form.elements as unknown as Record<'name' | 'from', HTMLInputElement> & {
  message: HTMLTextAreaElement;
};
let action: PickUp = { by: 'call', number: '' };
let current: LiveCall | undefined;

onPickUp((picked) => {
  action = picked;
  const number = printed(action.number);
  find('#title').textContent = action.by === 'call' ? `Call ${number}` : `Text ${number}`;
  find('.go').textContent = action.by === 'call' ? 'Call' : 'Send';
  fields.message.disabled = action.by === 'call';
  clear();
  dialog.dataset['by'] = action.by;
  dialog.showModal();
  find(action.by === 'call' ? '.go' : '[name=message]').focus();
  if (action.by === 'text') void readThread(action, whoCalls(fields));
});
({ name: fields.name.value, from: fields.from.value } = rememberWho());
find('.close').addEventListener('click', () => dialog.close());
dialog.addEventListener('close', () => {
  current?.choose('hang-up');
  current = undefined;
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const who = whoCalls(fields);
  rememberWho(fields);
  void (action.by === 'call' ? call(action, who) : text(action, who)).catch(fail);
});

function clear(): void {
  for (const selector of ['.exchanges', '.thread', '.lead']) find(selector).replaceChildren();
  find('.fault').textContent = '';
  dialog.dataset['state'] = 'before';
}

async function call({ number }: PickUp, { name, from }: Who): Promise<void> {
  clear();
  const live = new LiveCall(
    { name, from, to: number },
    {
      showStage: (stage) => {
        if (current !== live) return;
        dialog.dataset['state'] = stage.state;
        showStage(stage, (choice) => live.choose(choice));
      },
      showExchange: (exchange) => {
        if (current === live) void show(exchange);
      },
    },
  );
  current = live;
  let turns = 0;
  const show = async (exchange: Exchange): Promise<void> => {
    showExchange(exchange);
    const turn = (turns += 1);
    // The lead exists from the first ring; each report adds to the call.
    const known = await fetchRecords({ number, from, call: live.callId });
    if (current === live && turn === turns && known !== undefined) showLead(known);
  };
  await live.run();
  await readTexts(live, { number, from });
}

/** Polls the messages until the next call, so that the text after a missed call appears. */
async function readTexts(live: LiveCall, about: { number: string; from: string }): Promise<void> {
  if (current !== live) return;
  const known = await fetchRecords({ ...about, call: live.callId });
  if (current !== live) return;
  if (known !== undefined) showThread(known.texts);
  setTimeout(() => void readTexts(live, about), THREAD_POLL_MS);
}

async function text(picked: PickUp, who: Who): Promise<void> {
  const exchange = await sendAsCarrier('/text', {
    MessageSid: newCarrierId('SM'),
    From: who.from,
    To: picked.number,
    Body: fields.message.value,
  });
  showExchange(exchange);
  if (exchange.status !== 200) throw new Error(`Leadline answered ${exchange.status}.`);
  fields.message.value = '';
  const [reply] = readTwiml(exchange.document);
  find('.happens').textContent = reply === undefined ? '' : reply.text;
  await readThread(picked, who);
}

/** Polls the messages while the thread is open, so that an answer from the console appears. */
async function readThread(picked: PickUp, who: Who): Promise<void> {
  if (action !== picked || !dialog.open || whoCalls(fields).from !== who.from) return;
  const known = await fetchRecords({ number: picked.number, from: who.from });
  if (known !== undefined && action === picked) {
    showThread(known.texts);
    showLead(known);
  }
  setTimeout(() => void readThread(picked, who), THREAD_POLL_MS);
}

function fail(error: unknown): void {
  find('.fault').textContent = error instanceof Error ? error.message : String(error);
  dialog.dataset['state'] = 'before';
}
