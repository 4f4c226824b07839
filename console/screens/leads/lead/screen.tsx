/** One lead: its values on the left, its timeline on the right. */
import { Fragment, type VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Read } from '../../../components/read.tsx';
import { toast } from '../../../components/over/toasts.tsx';
import { go, pathTo, place } from '../../../address/router.ts';
import { useResource } from '../../../api/resource.ts';
import { mayWrite, productName } from '../../../api/user.ts';
import { nameOf } from '../lead.ts';
import { Details } from './details.tsx';
import { leadPath } from './lead-actions.ts';
import { LeadHead } from './lead-head.tsx';
import type { Lead } from './lead.ts';
import { later } from '../../../components/parts/lazy.tsx';
import { Timeline } from './timeline/timeline.tsx';

const Merge = later<{ lead: Lead }>(async () => (await import('./merge/merge.tsx')).Merge);
const Erase = later<{ lead: Lead }>(async () => (await import('./erase.tsx')).Erase);
const NewReminder = later<{ lead: Lead }>(
  async () => (await import('./reminders/new-reminder.tsx')).NewReminder,
);
const Contacts = later<{ leadId: string }>(async () => (await import('./timeline/contacts.tsx')).Contacts);
const Thread = later<{ lead: Lead; phone: string }>(
  async () => (await import('./timeline/thread.tsx')).Thread,
);

/** The dialogs that change something. */
function Over({ lead }: { lead: Lead }): VNode | null {
  switch (place.value.over) {
    case 'merge':
      return <Merge lead={lead} />;
    case 'erase':
      return <Erase lead={lead} />;
    case 'reminder':
      return <NewReminder lead={lead} />;
    default:
      return null;
  }
}

export function LeadScreen(): VNode {
  const {
    rest: [leadId = ''],
    over,
    query,
  } = place.value;
  const phone = query.get('phone');
  const shown = useResource<Lead>(leadPath(leadId));
  const { data: lead, resource } = shown;
  useEffect(() => {
    if (lead === undefined) return;
    document.title = `${nameOf(lead)} · ${productName()}`;
    if (lead.lead_id === leadId.toLowerCase()) return;
    // The lead was merged. The API answers with the lead that it was merged into.
    toast(`This lead was merged into ${nameOf(lead)}.`);
    go(pathTo('leads', lead.lead_id), { replace: true });
  }, [lead, leadId]);
  return (
    <Read shown={shown}>
      {(body) => (
        // A new component for each lead, so that drafts do not mix.
        <Fragment key={body.lead_id}>
          <LeadHead lead={body} />
          <div class="at-a-glance">
            <Contacts leadId={body.lead_id} />
          </div>
          <div class="lead">
            {resource && <Details lead={body} resource={resource} />}
            <Timeline lead={body} />
          </div>
          {over === 'thread' && phone !== null && <Thread lead={body} phone={phone} />}
          {mayWrite() && <Over lead={body} />}
        </Fragment>
      )}
    </Read>
  );
}
