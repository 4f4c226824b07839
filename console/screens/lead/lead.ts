/** One lead as the API answers it, and its timeline. */
import type { LeadEmail, LeadPhone } from '../leads/lead.ts';

/** The full form of a lead. */
export interface Lead {
  lead_id: string;
  name?: string;
  source_tags: string[];
  /** Absent: none. */
  tags?: string[];
  emails: LeadEmail[];
  phones: LeadPhone[];
  state: string;
  assigned_to?: { name: string; id: string };
  lead_group?: string;
  lead_fields: Record<string, unknown[]>;
  /** Milliseconds since the epoch. */
  last_event_time: number;
}

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

/** An event of the timeline; what `data` holds besides depends on the type. */
export interface TimelineEvent {
  type: string;
  inbound: boolean;
  data: {
    event_id: string;
    event_time: string;
    created_by: string;
    created_by_entity: { user_id?: string; name?: string };
    comment_count: number;
    merged_from_lead_id?: string;
    /** Of notes, texts and e-mails. */
    message?: string;
    [member: string]: unknown;
  };
}

/** A page of the timeline, newest first. */
export interface Timeline {
  count: number;
  events: TimelineEvent[];
  next_cursor?: string;
}

/** A comment on an event. */
export interface Comment {
  sub_event_id: string;
  data: { comment: string; event_time: string; created_by_entity: { name?: string } };
}
