/** The document of everything about a lead. */

/**
 * The order of the members in the copy of a person's data, as clients know it. The lists of other features follow, in the order
 * of `features.ts`.
 */
export const MEMBERS_OF_COPY: readonly string[] = [
  'lead',
  'merged_leads',
  'notifications',
  'opt_outs',
  'events',
  'calls',
  'transcripts',
  'texts',
  'forms',
  'changes',
];
