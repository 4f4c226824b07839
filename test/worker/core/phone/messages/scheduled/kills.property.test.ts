/** Scheduled texts, while the carrier fails and the object dies anywhere: each goes out at most once, at its time, and none is forgotten. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CoreEnv } from '../../../../../../worker/core/engine/context/company-context.ts';
import { leadOfMessage } from '../../../../../../worker/core/phone/messages/consequences.ts';
import { receiveMessage } from '../../../../../../worker/core/phone/messages/messages.ts';
import {
  cancelText,
  rescheduleText,
  scheduleText,
} from '../../../../../../worker/core/phone/messages/scheduled/scheduled-texts.ts';
import { sendingScheduledTexts } from '../../../../../../worker/core/phone/messages/scheduled/sending-scheduled.ts';
import { SENDING_MESSAGES } from '../../../../../../worker/core/phone/messages/sending.ts';
import { effort } from '../../../../../harness/effort.ts';
import { MortalCompany } from '../../../engine/context/mortal-company.ts';
import { pick } from '../../../reports/random/random-company.ts';

const SEEDS = effort(10, 500);
const STEPS = 40;
const MINUTE_MS = 60_000;
const NUMBER = '+15125550101';
const PERSON = '+12065550101';
const TASKS = [sendingScheduledTexts, ...SENDING_MESSAGES];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 9, 30), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

interface Sent {
  message: string;
  time: number;
}

/** A company with one lead, whose texts are numbered. */
class Writing extends MortalCompany {
  /** The texts that the carrier was given. */
  readonly sent: Sent[] = [];
  /** When each text is to go out, as it was ordered last; null for one that was cancelled. */
  readonly orders = new Map<string, number | null>();
  readonly #events = new Map<string, string>();
  #leadId = '';

  constructor(seed: number) {
    super(seed, 0.1);
    const api = { user: 'SK1', secret: 'key', base: 'https://api.example.com' };
    const settings = {
      carriers: [{ carrier: 'twilio', account_id: 'AC1', secrets: ['token'], api }],
      unlisted_numbers: [NUMBER],
    };
    this.database.run('UPDATE call_settings SET document = ?', JSON.stringify(settings));
    vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) =>
      this.#carry(new URLSearchParams(body)),
    );
    this.#meet();
  }

  #meet(): void {
    const received = {
      carrier: 'twilio',
      carrierMessageId: 'SM-in',
      number: NUMBER,
      from: PERSON,
      message: 'Hello.',
      media: [],
      sentTime: Date.now(),
    };
    this.#leadId = this.write((context) => {
      const { record } = receiveMessage(context, received);
      return leadOfMessage(context, record)?.leadId ?? '';
    });
  }

  #carry(text: URLSearchParams): Response {
    const fate = this.isTroubled
      ? pick(this.random, ['taken', 'taken', 'lost', 'refused', 'killed'])
      : 'taken';
    if (fate === 'refused') return new Response('{"message": "No."}', { status: 400 });
    this.sent.push({ message: text.get('Body') ?? '', time: Date.now() });
    if (fate === 'killed') this.kill();
    if (fate === 'lost') throw new Error('There was no answer.');
    return Response.json({ sid: `SM${this.sent.length}` }, { status: 201 });
  }

  order(minutes: number): void {
    const message = `Text ${this.orders.size}`;
    const time = Date.now() + minutes * MINUTE_MS;
    const input = { message, send_time: time, unless_contact: false };
    this.#events.set(
      message,
      this.write((context) => scheduleText(context, this.#leadId, input).event.eventId),
    );
    this.orders.set(message, time);
  }

  /** Cancels a text that waits, or gives it another time. */
  change(minutes: number | null): void {
    const waiting = [...this.orders].filter(([, time]) => time !== null && time > Date.now());
    if (waiting.length === 0) return;
    const [message] = pick(this.random, waiting);
    const path = { lead: this.#leadId, event: this.#events.get(message) ?? '' };
    const time = minutes === null ? null : Date.now() + minutes * MINUTE_MS;
    this.write((context) =>
      time === null ? cancelText(context, path) : rescheduleText(context, path, time),
    );
    this.orders.set(message, time);
  }

  async later(minutes: number): Promise<void> {
    const end = Date.now() + minutes * MINUTE_MS;
    while (Date.now() < end) await this.pass(end - Date.now(), TASKS, {} as CoreEnv);
  }

  /** Counts what became of the texts on the timeline. */
  states(): Record<string, number> {
    const rows = this.database.all<{ state: string; count: number }>(
      `SELECT data ->> 'state' AS state, count(*) AS count FROM events WHERE type = 'scheduled_text' GROUP BY 1`,
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  }
}

test('each is given to the carrier at most once, at the time that it was ordered for last', async () => {
  let texts = 0;
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const writing = new Writing(seed);
    writing.isTroubled = true;
    for (let step = 0; step < STEPS; step += 1) {
      const what = pick(writing.random, ['order', 'order', 'cancel', 'move', 'nothing']);
      const minutes = pick(writing.random, [3, 17, 45, 130]);
      if (what === 'order' && (writing.states()['open'] ?? 0) < 15) writing.order(minutes);
      if (what === 'cancel') writing.change(null);
      if (what === 'move') writing.change(minutes);
      await writing.later(pick(writing.random, [1.1, 4.3, 20.7]));
    }
    writing.isTroubled = false;
    await writing.later(200);

    for (const { message, time } of writing.sent) {
      texts += 1;
      expect([seed, message, time]).toEqual([seed, message, writing.orders.get(message)]);
    }
    expect([seed, new Set(writing.sent.map(({ message }) => message)).size]).toEqual([
      seed,
      writing.sent.length,
    ]);
    const cancelled = [...writing.orders.values()].filter((time) => time === null).length;
    const { cancelled: noted = 0, sent: gone = 0 } = writing.states();
    expect([seed, noted, gone]).toEqual([seed, cancelled, writing.orders.size - cancelled]);
  }
  expect(texts).toBeGreaterThan(SEEDS);
});
