/** Shows the differences between two versions of the settings. */
import type { VNode } from 'preact';
import { useDistanceUnit } from '../../api/distance-unit.ts';
import type { DistanceUnit } from '../../formats/distance.ts';
import { plural } from '../../components/text/values.tsx';
import type { Difference } from './differences.ts';
import { entryTitle, memberName, type NameOf } from './words.ts';
import { memberText } from './member-text.ts';

/** The most differences shown. The counts above the list include all. */
const MAX_SHOWN = 200;

const VERBS = { added: 'Added', removed: 'Removed', changed: 'Changed', moved: 'Moved' } as const;

interface DifferenceListProps {
  differences: readonly Difference[];
  nameOf: NameOf;
}

export function DifferenceList({ differences, nameOf }: DifferenceListProps): VNode {
  const unit = useDistanceUnit() ?? 'km';
  return (
    <>
      <p class="soft">{summaryOf(differences)}</p>
      <ul class="differences">
        {differences.slice(0, MAX_SHOWN).map((difference) => (
          <li key={`${difference.list} ${difference.key}`}>
            <OneDifference difference={difference} told={{ unit, nameOf }} />
          </li>
        ))}
      </ul>
      {differences.length > MAX_SHOWN && (
        <p class="soft">And {plural(differences.length - MAX_SHOWN, 'further change')}.</p>
      )}
    </>
  );
}

/** Counts the differences: `2 added, 1 changed`. */
export function summaryOf(differences: readonly Difference[]): string {
  if (differences.length === 0) return 'No differences.';
  const counts = Object.groupBy(differences, ({ verb }) => verb);
  return Object.entries(counts)
    .map(([verb, those]) => `${those.length} ${verb}`)
    .join(', ');
}

function OneDifference({
  difference: { list, key, verb, members },
  told,
}: {
  difference: Difference;
  told: { unit: DistanceUnit; nameOf: NameOf };
}): VNode {
  const title = list === 'options' ? memberName(key) : entryTitle(list, key, told.nameOf);
  return (
    <>
      <h3>
        <span class={`verb ${verb}`}>{VERBS[verb]}</span>{' '}
        {verb === 'moved' ? `The order of the ${list}` : title}
      </h3>
      {verb === 'changed' && (
        <dl>
          {members.map(({ member, before, after }) => (
            <div key={member}>
              <dt class={list === 'options' ? 'unseen' : ''}>{memberName(member)}</dt>
              <dd>
                <del>{memberText(member, before, told)}</del> → <ins>{memberText(member, after, told)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
