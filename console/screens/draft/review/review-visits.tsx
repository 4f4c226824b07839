/** The effects of the draft on the test visits, and warnings about changes that are rarely intended. */
import type { VNode } from 'preact';
import { Refusal } from '../../../api/api.ts';
import { Failure, Notice } from '../../../components/notice.tsx';
import { formatPhone, plural } from '../../../components/text/values.tsx';
import { pathTo } from '../../../address/router.ts';
import { testVisits, triedVisit, visitText } from '../visits/test-visits.ts';
import type { DniSettings } from '../dni-settings.ts';
import type { NameOf } from '../words.ts';
import { EntryFaults } from './entry-faults.tsx';
import type { ComparedVisit } from '../../../../worker/edge/settings/answer-schema.ts';
import { useRehearsal } from '../visits/rehearsal.ts';

interface ReviewVisitsProps {
  settings: DniSettings;
  nameOf: NameOf;
}

export function ReviewVisits({ settings, nameOf }: ReviewVisitsProps): VNode {
  const visits = testVisits();
  const domain = settings.domains[0] ?? 'example.com';
  const { rehearsal, failure } = useRehearsal(
    settings,
    visits.map((visit) => triedVisit(visit, domain)),
  );
  if (failure !== undefined) return <Untried error={failure} settings={settings} nameOf={nameOf} />;
  const { warnings = [], visits: tried = [] } = rehearsal ?? {};
  return (
    <>
      {warnings.length > 0 && (
        <Notice kind="warning">
          {plural(warnings.length, 'warning')}. You can publish anyway:
          <EntryFaults faults={warnings} settings={settings} nameOf={nameOf} />
        </Notice>
      )}
      <section class="review-visits">
        <h3>Test visits</h3>
        {visits.length === 0 ? (
          <p class="soft">
            None yet. <a href={pathTo('preview')}>Save some in the preview</a>, and each review tests them.
          </p>
        ) : (
          <ul>
            {visits.map((visit, index) => (
              <Line key={visitText(visit)} text={visitText(visit)} tried={tried[index]} />
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

function Line({ text, tried }: { text: string; tried: ComparedVisit | undefined }): VNode {
  return (
    <li>
      {text}: {tried === undefined ? <span class="soft">…</span> : <Seen tried={tried} />}
    </li>
  );
}

function Seen({ tried: { before, after } }: { tried: ComparedVisit }): VNode {
  const now = formatPhone(after.phone_number);
  if (before === null) return <ins>{now}</ins>;
  if (before.phone_number === after.phone_number) return <span class="soft">{now}, as before</span>;
  return (
    <>
      <del>{formatPhone(before.phone_number)}</del> <ins>{now}</ins>
    </>
  );
}

/** Lists the errors of the draft, or the failure of the request. */
function Untried({ error, settings, nameOf }: ReviewVisitsProps & { error: unknown }): VNode {
  const faults = error instanceof Refusal ? (error.problem.errors ?? []) : [];
  if (faults.length === 0 || faults.some(({ pointer }) => pointer === undefined)) {
    return <Failure error={error} retry={() => location.reload()} />;
  }
  return (
    <Notice kind="warning">
      Fix {plural(faults.length, 'entry', 'entries')} before you publish:
      <EntryFaults faults={faults} settings={settings} nameOf={nameOf} />
    </Notice>
  );
}
