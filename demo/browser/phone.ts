/** The phone: calls and texts the number on the page through the carrier in a box. Its markup is in `pages/phone.ts`. */
import { printed } from '../company.ts';
import { type Exchange, newCarrierId, sendAsCarrier, whatIsKnown } from './phone/carrier.ts';
import { readTwiml } from '../carrier/twiml-reader.ts';
import { showExchange, showLead, showScene, showThread } from './phone/display.ts';
import { LiveCall } from './phone/live-call.ts';
import { onPickUp, type PickUp } from './phone/pick-up.ts';
import { find } from './phone/screen.ts';
import { rememberWho, type Who, whoCalls } from './phone/who.ts';

/** How often an open thread is looked at for answers. */
const THREAD_POLL_MS = 1_500;

const dialog = find<HTMLDialogElement>('dialog');
const form = find<HTMLFormElement>('.who');
const fields = form.elements as unknown as Record<'name' | 'from', HTMLInputElement> & {
  message: HTMLTextAreaElement;
};
let what: PickUp = { by: 'call', number: '' };
let current: LiveCall | undefined;

onPickUp((asked) => {
  what = asked;
  const number = printed(what.number);
  find('#title').textContent = what.by === 'call' ? `Call ${number}` : `Text ${number}`;
  find('.go').textContent = what.by === 'call' ? 'Call' : 'Send';
  fields.message.disabled = what.by === 'call';
  clear();
  dialog.dataset['by'] = what.by;
  dialog.showModal();
  find(what.by === 'call' ? '.go' : '[name=message]').focus();
  if (what.by === 'text') void readThread(what, whoCalls(fields));
});
({ name: fields.name.value, from: fields.from.value } = rememberWho());
find('.close').addEventListener('click', () => dialog.close());
dialog.addEventListener('close', () => {
  current?.do('hang-up');
  current = undefined;
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const who = whoCalls(fields);
  rememberWho(fields);
  void (what.by === 'call' ? call(what, who) : text(what, who)).catch(fail);
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
      showScene: (scene) => {
        if (current !== live) return;
        dialog.dataset['state'] = scene.state;
        showScene(scene, (deed) => live.do(deed));
      },
      showExchange: (exchange) => {
        if (current === live) void show(exchange);
      },
    },
  );
  current = live;
  let asked = 0;
  const show = async (exchange: Exchange): Promise<void> => {
    showExchange(exchange);
    const turn = (asked += 1);
    // The lead is there from the first ring on, and the call grows with what is told of it.
    const known = await whatIsKnown({ number, from, call: live.callId });
    if (current === live && turn === asked && known !== undefined) showLead(known);
  };
  await live.run();
}

async function text(asked: PickUp, who: Who): Promise<void> {
  const exchange = await sendAsCarrier('/text', {
    MessageSid: newCarrierId('SM'),
    From: who.from,
    To: asked.number,
    Body: fields.message.value,
  });
  showExchange(exchange);
  if (exchange.status !== 200) throw new Error(`Leadline answered ${exchange.status}.`);
  fields.message.value = '';
  const [reply] = readTwiml(exchange.document);
  find('.happens').textContent = reply === undefined ? '' : reply.text;
  await readThread(asked, who);
}

/** Shows the texts with the number for as long as it is open, so that an answer from the console appears. */
async function readThread(asked: PickUp, who: Who): Promise<void> {
  if (what !== asked || !dialog.open || whoCalls(fields).from !== who.from) return;
  const known = await whatIsKnown({ number: asked.number, from: who.from });
  if (known !== undefined && what === asked) {
    showThread(known.texts);
    showLead(known);
  }
  setTimeout(() => void readThread(asked, who), THREAD_POLL_MS);
}

function fail(error: unknown): void {
  find('.fault').textContent = error instanceof Error ? error.message : String(error);
  dialog.dataset['state'] = 'before';
}
