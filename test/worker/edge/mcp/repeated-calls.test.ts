/** The same note of an assistant is a repetition for ten minutes, and a note of its own afterwards. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Api } from '../../../../worker/edge/mcp/api.ts';
import { WRITING_TOOLS } from '../../../../worker/edge/mcp/tools/writing-tools.ts';

const START = Date.UTC(2026, 10, 30, 9);
const MINUTE = 60_000;
const LEAD = '0194f7a2-7c1f-7f34-9d3b-6f1d2a4f5b6c';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Answers as the API does: a key is answered with what was added first. */
class Timeline implements Api {
  companyId = 'company';
  added: string[] = [];
  readonly #answers = new Map<string, object>();

  async get<Body>(): Promise<Body> {
    throw new Error('Nothing is read.');
  }

  async send<Body>(_method: string, path: string, body: unknown, once?: string): Promise<Body> {
    const known = once === undefined ? undefined : this.#answers.get(once);
    if (known !== undefined) return known as Body;
    this.added.push(`${path} ${JSON.stringify(body)}`);
    const data = {
      event_id: crypto.randomUUID(),
      event_time: new Date().toISOString(),
      created_by_entity: { company_id: 'company' },
    };
    const event = { type: 'note', inbound: false, online: false, data };
    if (once !== undefined) this.#answers.set(once, event);
    return event as Body;
  }

  async note(message: string): Promise<string> {
    const tool = WRITING_TOOLS.find(({ name }) => name === 'add_note');
    const event = (await tool?.call({ lead_id: LEAD, message }, this)) as { event_id: string };
    return event.event_id;
  }
}

test('within ten minutes it is the same note, whenever they begin, and later another one', async () => {
  const timeline = new Timeline();
  const first = await timeline.note('No answer.');
  vi.setSystemTime(START + 9 * MINUTE);
  expect(await timeline.note('No answer.')).toBe(first);
  vi.setSystemTime(START + 11 * MINUTE);
  const second = await timeline.note('No answer.');
  expect(second).not.toBe(first);
  vi.setSystemTime(START + 20 * MINUTE);
  expect(await timeline.note('No answer.')).toBe(second);
  expect(timeline.added).toHaveLength(2);
});

test('another text is another note, and nothing is lost of what an assistant writes all day', async () => {
  const timeline = new Timeline();
  await timeline.note('No answer.');
  await timeline.note('No answer');
  expect(timeline.added).toHaveLength(2);
  for (let hour = 1; hour <= 23; hour += 1) {
    vi.setSystemTime(START + hour * 60 * MINUTE);
    await timeline.note('No answer.');
  }
  expect(timeline.added).toHaveLength(2 + 23);
});
