/** The conversation in docs/assistants.md is one that takes place. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { post } from './assistant-client.ts';
import { makeAssistedCompany } from './assisted-company.ts';

const DOCUMENT = 'docs/assistants.md';
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

interface ToolAnswer {
  result: { structuredContent: unknown; isError?: true };
}

test('the conversation in the guide takes place as it is written', async () => {
  const { leadId, keys } = await makeAssistedCompany();
  const questions = [
    { name: 'list_calls', arguments: { relative: 'last_24_hours', outcome: 'missed', limit: 1 } },
    {
      name: 'set_reminder',
      arguments: { lead_id: leadId, message: 'Call Ann Lee back', due_time: '2026-12-01T09:00:00Z' },
    },
  ];

  const said: unknown[] = [];
  for (const params of questions) {
    const answer = await post(keys.writes, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const { result } = (await answer.json()) as ToolAnswer;
    expect(result.isError).toBeUndefined();
    said.push(params, result.structuredContent);
  }
  expect(written()).toEqual(JSON.parse(masked(JSON.stringify(said))));
});

/** The blocks of JSON in the conversation. */
function written(): unknown[] {
  const [, conversation = ''] = readFileSync(DOCUMENT, 'utf8').split('## A conversation');
  return [...conversation.matchAll(/```json\n(.*?)```/gs)].map(
    ([, json = '']) => JSON.parse(json) as unknown,
  );
}

/** Replaces ids by their order, and times by one. */
function masked(text: string): string {
  const ids = [...new Set(text.match(UUID))];
  return text
    .replaceAll(UUID, (id) => `00000000-0000-4000-8000-${String(ids.indexOf(id) + 1).padStart(12, '0')}`)
    .replaceAll(TIME, '2026-12-01T09:00:00.000Z');
}
