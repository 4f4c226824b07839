/** The demo's rules on calls find what its callers say. */
import { expect, test } from 'vitest';
import { callLines, voicemailLines } from '../../demo/carrier/spoken.ts';
import { DEMO_RULES } from '../../demo/seed-worth.ts';
import { phrasesOf, placeIn } from '../../worker/core/phone/transcripts/contact-rules/conditions.ts';
import { PhraseIndex } from '../../worker/core/phone/transcripts/contact-rules/phrase-index.ts';
import { contactRulesSchema } from '../../worker/core/phone/transcripts/contact-rules/schema.ts';
import { parse } from '../../worker/shared/http/input.ts';

test('each rule of the demo marks some calls and voicemails, and not all of them', () => {
  const ids = Array.from({ length: 60 }, (_, index) => `demo-call-${index}`);
  const spoken = [...ids.map((id) => callLines(id, 600)), ...ids.map((id) => voicemailLines(id))];
  for (const { name, when } of parse(contactRulesSchema, DEMO_RULES)) {
    const index = new PhraseIndex(phrasesOf(when));
    const marked = spoken.filter((lines) => placeIn(when, index.find(lines)) !== undefined);
    expect({ name, isSome: marked.length > 5 && marked.length < spoken.length / 2 }).toEqual({
      name,
      isSome: true,
    });
  }
});
