/** The timeline of a lead, newest first, with the forms for notes and texts on top. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../../../api/api.ts';
import { Read } from '../../../../components/read.tsx';
import { toastFailure } from '../../../../components/over/toasts.tsx';
import { plural } from '../../../../components/text/values.tsx';
import { useResource } from '../../../../api/resource.ts';
import { mayWrite } from '../../../../api/user.ts';
import { EventLine } from './event-line.tsx';
import { Compose } from './compose.tsx';
import { leadPath } from '../lead-actions.ts';
import type { Lead, Timeline as Page, TimelineEvent } from '../lead.ts';

const PAGE_SIZE = 30;

export function Timeline({ lead }: { lead: Lead }): VNode {
  const path = leadPath(lead.lead_id, '/events');
  const newest = useResource<Page>(`${path}?size=${PAGE_SIZE}`);
  const [older, setOlder] = useState<{ events: TimelineEvent[]; cursor: string | undefined } | undefined>();
  const cursor = older === undefined ? newest.data?.next_cursor : older.cursor;
  const showOlder = async (): Promise<void> => {
    const { body } = await ask<Page>(`${path}?size=${PAGE_SIZE}&cursor=${encodeURIComponent(cursor ?? '')}`);
    setOlder({ events: [...(older?.events ?? []), ...body.events], cursor: body.next_cursor });
  };
  return (
    <section class="timeline" aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      {mayWrite() && <Compose lead={lead} />}
      <Read shown={newest}>
        {({ events, count }) => {
          const shown = unique([...events, ...(older?.events ?? [])]);
          return (
            <>
              <ol>
                {shown.map((event) => (
                  <EventLine key={event.data.event_id} event={event} lead={lead} />
                ))}
              </ol>
              {cursor !== undefined && (
                <button type="button" class="button" onClick={() => void showOlder().catch(toastFailure)}>
                  Show older ({plural(Math.max(count - shown.length, 0), 'event')})
                </button>
              )}
            </>
          );
        }}
      </Read>
    </section>
  );
}

/** Removes duplicates, since new events move older ones from the first page to the second. */
function unique(events: readonly TimelineEvent[]): TimelineEvent[] {
  return [...new Map(events.map((event) => [event.data.event_id, event])).values()];
}
