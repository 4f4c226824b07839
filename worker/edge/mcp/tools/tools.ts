/** All tools, in the order of the list: those that only read first. */
import type { Tool } from '../tool.ts';
import { LEAD_TOOLS } from './lead-tools.ts';
import { PHONE_TOOLS } from './phone-tools.ts';
import { REPORT_TOOLS } from './report-tools.ts';
import { WRITING_TOOLS } from './writing-tools.ts';

const ALL: readonly Tool[] = [...LEAD_TOOLS, ...PHONE_TOOLS, ...REPORT_TOOLS, ...WRITING_TOOLS];

export const TOOLS: readonly Tool[] = ALL.toSorted(
  (one, other) => Number(one.writing !== undefined) - Number(other.writing !== undefined),
);
