/** The texts of a lead as the copy of a person's data has them: each with where its files are. */
import type { Call } from '../call.ts';
import { textBody } from './text-bodies.ts';
import { textsByNumber, textsOnTimeline } from './text-store.ts';

/** Texts that are read at a time. */
const PAGE = 100;

/** The texts that a lead's timeline shows, the first first, some at a time. */
export function* copiesOfTexts(
  call: Call,
  { leadNumber, leadId }: { leadNumber: number; leadId: string },
): Generator<object[]> {
  const { companyId, database } = call;
  const numbers = textsOnTimeline(database, leadNumber);
  for (let start = 0; start < numbers.length; start += PAGE) {
    const records = textsByNumber(database, numbers.slice(start, start + PAGE));
    yield records.map((record) => ({
      text: textBody(record, leadId),
      media: record.media.map(({ url }, index) => ({
        path: `/companies/${companyId}/texts/${record.textId}/media/${index}`,
        carrier: record.carrier,
        url,
      })),
    }));
  }
}
