/** The saved test visits, each with a button to show it, and one to save the current visit. */
import type { VNode } from 'preact';
import { Icon } from '../../components/icon.tsx';
import { withQuery } from '../../address/router.ts';
import { addTestVisit, isSame, removeTestVisit, testVisits, visitText } from '../draft/visits/test-visits.ts';
import type { FoundVisit } from './use-visit-place.ts';

export function VisitList({ found: { visit, isKnown } }: { found: FoundVisit }): VNode {
  const visits = testVisits();
  return (
    <section class="card padded test-visits">
      <h2>Test visits</h2>
      <p class="soft small">
        Each review of a draft tries these visits and shows which would see another number.
      </p>
      {visits.length > 0 && (
        <ul>
          {visits.map((kept) => (
            <li key={visitText(kept)} class="row">
              <a class="grow" href={withQuery({ ...kept, at: undefined })}>
                {visitText(kept)}
              </a>
              <button
                type="button"
                class="button plain icon slim"
                aria-label={`Remove the test visit ${visitText(kept)}`}
                onClick={() => removeTestVisit(kept)}
              >
                <Icon name="trash" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <button
        type="button"
        class="button"
        disabled={!isKnown || visits.some((kept) => isSame(kept, visit))}
        onClick={() => addTestVisit(visit)}
      >
        <Icon name="plus" /> Save this visit
      </button>
    </section>
  );
}
