/** One lead as the API answers it, and its timeline. */
import type { LeadEmail } from '../../../../worker/core/leads/record/answer-schema.ts';
import type { EventBody } from '../../../../worker/core/leads/timeline/reference.ts';

export type { CommentBody as Comment } from '../../../../worker/core/leads/comments/reference.ts';
export type { LeadBody as Lead } from '../../../../worker/core/leads/record/answer-schema.ts';
export type {
  EventBody as TimelineEvent,
  EventPageBody as Timeline,
} from '../../../../worker/core/leads/timeline/reference.ts';

/** An event of one type. */
export type EventOf<Type extends EventBody['type']> = Extract<EventBody, { type: Type }>;

/** The body of a modification. Null removes a value. */
export interface LeadChange {
  name?: string | null;
  emails?: LeadEmail[];
  phones?: { phone: string; type: string; extension?: string | null }[];
  source_tags?: string[];
  tags?: string[];
  lead_group?: string;
  lead_fields?: Record<string, unknown[] | null>;
}
