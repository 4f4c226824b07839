/** Deletes the stored facts of an erased person. */
import type { LeadData } from '../../engine/context/personal-data.ts';
import { chunkOf } from './fact-chunk.ts';
import { dropChangedChunks } from './stored-facts.ts';

/** The rows were deleted in earlier stages, which the triggers noted. The chunks are derived again when they are needed. */
export const factData: LeadData = {
  columns: { report_chunks: ['content'] },
  stage: 'indexes',
  erase: ({ database }) => dropChangedChunks(database, chunkOf),
};
