/** The number that a visitor sees, and the reasons, each with a link to its setting. */
import type { ComponentChildren, VNode } from 'preact';
import { useDistanceUnit } from '../../api/company.ts';
import { Icon, type IconName } from '../../components/icon.tsx';
import { formatPhone, plural } from '../../components/text/values.tsx';
import type { DialogName } from '../../address/dialogs.ts';
import { pathTo } from '../../address/router.ts';
import { user } from '../../api/user.ts';
import { channelName } from '../numbers/words.ts';
import { type Explanation, locationReason, numberReason, placeReason, sourceReason } from './explanation.ts';

interface SentenceProps {
  explanation: Explanation;
  /** The published number, if a draft is explained; null if nothing is published. */
  before?: string | null | undefined;
}

export function Sentence({ explanation, before }: SentenceProps): VNode {
  const { source, number, page, place } = explanation;
  return (
    <section class="card padded">
      <p class="soft">
        {place?.postal_code ?? 'Somewhere'}, {channelName(source.name)}
        {before === undefined ? '' : ', with your draft'}:
      </p>
      <div class="seen">
        <p aria-live="polite">{formatPhone(number.phone_number)}</p>
        {typeof before === 'string' && (
          <p class="before">
            {before === number.phone_number
              ? 'The same number as published.'
              : `Instead of ${formatPhone(before)}, as published.`}
          </p>
        )}
      </div>
      <Reasons explanation={explanation} />
      <Swaps swaps={page.swaps} />
    </section>
  );
}

function Reasons({ explanation }: { explanation: Explanation }): VNode {
  const { source, location, number } = explanation;
  const unit = useDistanceUnit() ?? 'km';
  return (
    <ol class="reasons">
      <Reason icon="pin">{placeReason(explanation)}</Reason>
      <Reason
        icon="filter"
        href={source.rule === null ? undefined : entryPath('sources', 'source', source.name)}
      >
        {sourceReason(explanation)}
      </Reason>
      <Reason
        icon="company"
        href={
          location.location_id === null
            ? pathTo('numbers', 'locations')
            : entryPath('locations', 'location', location.location_id)
        }
      >
        {locationReason(explanation, unit)}
      </Reason>
      <Reason
        icon="numbers"
        href={
          number.chosen === null
            ? pathTo('numbers', 'site')
            : entryPath('numbers', 'number', number.phone_number)
        }
      >
        {numberReason(explanation)}
      </Reason>
    </ol>
  );
}

/** Returns the URL of the form of an entry. */
function entryPath(tab: string, over: DialogName, key: string): string {
  return `${pathTo('numbers', tab)}?${new URLSearchParams({ over, key })}`;
}

function Swaps({ swaps }: Pick<Explanation['page'], 'swaps'>): VNode {
  return (
    <>
      <h2>On the page</h2>
      {swaps.length === 0 ? (
        <p class="soft">Every number stays as it is printed.</p>
      ) : (
        <>
          <p class="soft">{plural(swaps.length, 'printed number is', 'printed numbers are')} swapped:</p>
          <ul class="swaps">
            {swaps.map(({ from, to }) => (
              <li key={from}>
                <del>{formatPhone(from)}</del> → <b>{formatPhone(to)}</b>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Reason({
  icon,
  href,
  children,
}: {
  icon: IconName;
  /** The URL of the setting behind it, for users who may change it. */
  href?: string | undefined;
  children: ComponentChildren;
}): VNode {
  return (
    <li>
      <Icon name={icon} />
      {href === undefined || user.value?.role_id !== 'superadmin' ? (
        <span>{children}</span>
      ) : (
        <a href={href}>{children}</a>
      )}
    </li>
  );
}
