/** Texts after missed calls, while the carrier fails and the object dies anywhere: at most one in 24 hours to a caller, and none after contact. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CoreEnv } from '../../../../../../worker/core/engine/context/company-context.ts';
import type { WriteContext } from '../../../../../../worker/core/engine/context/request-context.ts';
import type { CallReport } from '../../../../../../worker/core/phone/calls/call-report.ts';
import { automaticMessagesFeature } from '../../../../../../worker/core/phone/messages/automatic/feature.ts';
import { sendingTextBacks } from '../../../../../../worker/core/phone/messages/automatic/text-backs.ts';
import { receiveMessage } from '../../../../../../worker/core/phone/messages/messages.ts';
import { SENDING_MESSAGES } from '../../../../../../worker/core/phone/messages/sending.ts';
import { leadOfCaller } from '../../../../../../worker/core/phone/progress/call-leads.ts';
import { startCall } from '../../../../../../worker/core/phone/progress/calls.ts';
import { openPhoneBook } from '../../../../../../worker/core/phone/ringing/company-phone-book.ts';
import { effort } from '../../../../../harness/effort.ts';
import { MortalCompany } from '../../../engine/context/mortal-company.ts';
import { pick } from '../../../reports/random/random-company.ts';

const SEEDS = effort(10, 500);
const STEPS = 60;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DELAY = 5;
const NUMBERS = ['+15125550101', '+15125550102'];
/** Minutes between happenings. No sum of them is the delay, so that nothing happens just when a text is due. */
const PAUSES = [1.01, 2.03, 4.07, 7.1, 20.3, 400.7];
const CALLERS = ['+12065550101', '+12065550102'];
const TASKS = [sendingTextBacks, ...SENDING_MESSAGES];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 9, 30), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What happened between a caller and the company. */
interface Happening {
  what: 'missed' | 'answered' | 'written' | 'sent';
  caller: string;
  number: string;
  time: number;
}

class Called extends MortalCompany {
  readonly log: Happening[] = [];
  #calls = 0;

  constructor(seed: number) {
    super(seed, 0.1, [automaticMessagesFeature]);
    const api = { user: 'SK1', secret: 'key', base: 'https://api.example.com' };
    const settings = {
      carriers: [{ carrier: 'twilio', account_id: 'AC1', secrets: ['token'], api }],
      defaults: { text_back: 'missed', text_back_minutes: DELAY },
      unlisted_numbers: NUMBERS,
    };
    this.database.run('UPDATE call_settings SET document = ?', JSON.stringify(settings));
    vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) =>
      this.#carry(new URLSearchParams(body)),
    );
  }

  /** The carrier takes a text or not, and the object may die before it hears so. */
  #carry(text: URLSearchParams): Response {
    const fate = this.isTroubled
      ? pick(this.random, ['taken', 'taken', 'lost', 'refused', 'busy', 'killed'])
      : 'taken';
    if (fate === 'busy') return new Response('{}', { status: 429 });
    if (fate === 'refused') return new Response('{"message": "No."}', { status: 400 });
    const caller = text.get('To') ?? '';
    // A text that the carrier asked to wait with was decided on earlier.
    const { time } = this.database.one<{ time: number }>(
      'SELECT max(sent_time) AS time FROM texts WHERE phone = ? AND missed_call_id IS NOT NULL',
      caller,
    );
    this.log.push({ what: 'sent', caller, number: text.get('From') ?? '', time });
    if (fate === 'killed') this.kill();
    if (fate === 'lost') throw new Error('There was no answer.');
    return Response.json({ sid: `SM${this.log.length}` }, { status: 201 });
  }

  /** Makes a call that is over at once. */
  call(what: 'missed' | 'answered', caller: string, number: string): void {
    const now = Date.now();
    this.#calls += 1;
    const report: CallReport = {
      startedTime: now,
      terms: { isBlocked: false, screening: 'nobody', isAnnounced: false, turns: 0 },
      legs: {},
      turns: {},
      systemReport: { outcome: what, endedTime: now, ...(what === 'answered' ? { answeredTime: now } : {}) },
    };
    const call = {
      carrier: 'twilio',
      carrierCallId: `CA${this.#calls}`,
      direction: 'inbound',
      number,
      caller,
    } as const;
    this.write((context) => startCall(context, { ...call, report }, leadOf(context, caller, number)));
    this.log.push({ what, caller, number, time: now });
  }

  text(caller: string, number: string): void {
    this.#calls += 1;
    const carrierMessageId = `SM-in-${this.#calls}`;
    const sentTime = Date.now();
    this.write((context) =>
      receiveMessage(context, {
        carrier: 'twilio',
        carrierMessageId,
        number,
        from: caller,
        message: 'Hello.',
        media: [],
        sentTime,
      }),
    );
    this.log.push({ what: 'written', caller, number, time: sentTime });
  }

  /** Lets minutes pass. A death in between costs no time. */
  async later(minutes: number): Promise<void> {
    const end = Date.now() + minutes * MINUTE_MS;
    while (Date.now() < end) await this.pass(end - Date.now(), TASKS, {} as CoreEnv);
  }

  sent(): Happening[] {
    return this.log.filter(({ what }) => what === 'sent');
  }
}

function leadOf(context: WriteContext, phone: string, number: string): ReturnType<typeof leadOfCaller> {
  return leadOfCaller(context, openPhoneBook(context), { phone, number });
}

test('a caller gets at most one text in 24 hours, some minutes after a missed call and before any other contact', async () => {
  let texts = 0;
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const called = new Called(seed);
    called.isTroubled = true;
    for (let step = 0; step < STEPS; step += 1) {
      const [caller, number] = [pick(called.random, CALLERS), pick(called.random, NUMBERS)];
      const what = pick(called.random, ['missed', 'missed', 'answered', 'written', 'nothing', 'nothing']);
      if (what === 'missed' || what === 'answered') called.call(what, caller, number);
      if (what === 'written') called.text(caller, number);
      await called.later(pick(called.random, PAUSES));
    }

    for (const text of called.sent()) {
      texts += 1;
      const before = called.log
        .slice(0, called.log.indexOf(text))
        .filter(({ caller, time }) => caller === text.caller && time <= text.time);
      const recent = before.filter(({ what, time }) => what === 'sent' && time > text.time - DAY_MS);
      expect([seed, recent]).toEqual([seed, []]);
      const cause = before.at(-1);
      expect([seed, cause]).toEqual([seed, { ...text, what: 'missed', time: cause?.time }]);
      expect(text.time - (cause?.time ?? 0)).toBeGreaterThanOrEqual(DELAY * MINUTE_MS);
    }
  }
  expect(texts).toBeGreaterThan(SEEDS);
});

test('whatever happened before, a missed caller gets the text two days later if all is well', async () => {
  for (let seed = 0; seed < SEEDS / 4; seed += 1) {
    const called = new Called(seed);
    called.isTroubled = true;
    for (const caller of CALLERS) called.call('missed', caller, pick(called.random, NUMBERS));
    await called.later(400);
    called.isTroubled = false;
    await called.later((2 * DAY_MS) / MINUTE_MS);
    const [caller, number] = [pick(called.random, CALLERS), pick(called.random, NUMBERS)];
    const before = called.sent().length;
    called.call('missed', caller, number);
    await called.later(DELAY + 1);

    expect([seed, called.sent().slice(before)]).toMatchObject([seed, [{ caller, number }]]);
  }
});
