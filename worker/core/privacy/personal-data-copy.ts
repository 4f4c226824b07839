/** The copy of a person's data: everything that the company stores about a lead, as one JSON document. */
import { featuresOf } from '../engine/context/feature.ts';
import type { CopiedData } from '../engine/context/personal-data.ts';
import type { RequestContext } from '../engine/context/request-context.ts';
import { leadBody } from '../leads/record/lead-bodies.ts';
import type { LeadRecord } from '../leads/record/schema.ts';
import { pause } from '../engine/work/pauses.ts';
import { subjectOf } from './erasure.ts';
import { MEMBERS_OF_COPY } from './schema.ts';

/**
 * Writes the document in pieces, so that memory does not grow with its size: the lead, then the list of each feature that
 * states one (`copied` in its manifest). Recordings and files of messages stay with their carriers: the document says where.
 */
export function everythingOf(context: RequestContext, lead: LeadRecord): ReadableStream<Uint8Array> {
  const pieces = piecesOf(context, lead);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => {
      await pieces.return(undefined);
    },
  });
}

async function* piecesOf(context: RequestContext, lead: LeadRecord): AsyncGenerator<string, undefined> {
  const subject = subjectOf(context.database, lead);
  yield `{"lead":${JSON.stringify(leadBody(context, lead))}`;
  for (const data of inOrder(featuresOf(context).copiedData)) {
    yield `,${JSON.stringify(data.member)}:[`;
    yield* listed(data.pages(context, subject));
    yield ']';
  }
  yield '}';
  return undefined;
}

function inOrder(lists: readonly CopiedData[]): CopiedData[] {
  const positionOf = ({ member }: CopiedData): number => {
    const position = MEMBERS_OF_COPY.indexOf(member);
    return position < 0 ? MEMBERS_OF_COPY.length : position;
  };
  return lists.toSorted((one, other) => positionOf(one) - positionOf(other));
}

/** The items of all pages with commas between them. */
async function* listed(pages: Iterable<readonly unknown[]>): AsyncGenerator<string> {
  let separator = '';
  for (const page of pages) {
    if (page.length > 0) yield separator + page.map((item) => JSON.stringify(item)).join(',');
    if (page.length > 0) separator = ',';
    await pause();
  }
}
