/** The texts of a lead as the copy of a person's data has them: each with where its files are. */
import type { RequestContext } from '../../engine/context/request-context.ts';
import { rowsOnTimeline } from '../calls/on-timelines.ts';
import { textBody } from './message-bodies.ts';
import { type TextRow, toRecord } from './message-store.ts';

/** The texts that a lead's timeline shows, the first first, some at a time. */
export function* copiesOfTexts(
  context: RequestContext,
  { leadNumber, leadId }: { leadNumber: number; leadId: string },
): Generator<object[]> {
  const { companyId, database } = context;
  for (const rows of rowsOnTimeline<TextRow>(database, 'texts', leadNumber)) {
    yield rows.map(toRecord).map((record) => ({
      text: textBody(record, leadId),
      media: record.media.map(({ url }, index) => ({
        path: `/companies/${companyId}/texts/${record.textId}/media/${index}`,
        carrier: record.carrier,
        url,
      })),
    }));
  }
}
