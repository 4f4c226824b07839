/** What a visitor would see once the draft is published, beside what they see now. */
import type { VNode } from 'preact';
import { Failure } from '../../components/notice.tsx';
import { formatPhone } from '../../components/values.tsx';
import type { DniSettings } from '../numbers/dni-settings.ts';
import { type TriedChoice, useRehearsal } from '../numbers/rehearsal.ts';
import { channelName, locationName } from '../numbers/words.ts';
import { LOCATION_REASONS } from './explanation.ts';
import { triedVisit } from './test-visits.ts';
import type { Visit } from './visit.ts';

export function DraftAnswer({ visit, settings }: { visit: Visit; settings: DniSettings }): VNode | null {
  const domain = settings.domains[0] ?? 'example.com';
  const { rehearsal, failure, isBusy } = useRehearsal(settings, [triedVisit(visit, domain)]);
  const [rehearsed] = rehearsal?.visits ?? [];
  if (failure !== undefined) return <Failure error={failure} retry={() => location.reload()} />;
  if (rehearsed === undefined) return null;
  const { before, after } = rehearsed;
  return (
    <section class={`card padded ${isBusy ? 'is-former' : ''}`} aria-busy={isBusy}>
      <h2>With your draft</h2>
      <p class="seen" aria-live="polite">
        {formatPhone(after.phone_number)}
      </p>
      <p>{becauseOf(after, settings)}</p>
      {before !== null && (
        <p class="soft">
          {before.phone_number === after.phone_number
            ? 'The same number as published.'
            : `Instead of ${formatPhone(before.phone_number)}, as published.`}
        </p>
      )}
    </section>
  );
}

function becauseOf({ source, location_id: id, reason }: TriedChoice, settings: DniSettings): string {
  const channel = channelName(source);
  if (id === null) return `${channel}; there are no locations.`;
  return `${channel}; ${locationName(settings, id)}: ${LOCATION_REASONS[reason] ?? reason.replaceAll('_', ' ')}.`;
}
