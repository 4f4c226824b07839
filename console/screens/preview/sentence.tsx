/** The number that a visitor sees, and the reasons, each with a link to its setting. */
import type { ComponentChildren, VNode } from 'preact';
import { useCountry } from '../../api/distance-unit.ts';
import { Icon, type IconName } from '../../components/icon.tsx';
import { formatPhone, plural } from '../../components/text/values.tsx';
import type { DialogName } from '../../address/dialogs.ts';
import { unitIn } from '../../formats/distance.ts';
import { pathTo } from '../../address/router.ts';
import { user } from '../../api/user.ts';
import type { NumberPool } from '../draft/dni-settings.ts';
import { usePools } from '../numbers/pools/pools.ts';
import { channelName } from '../../../worker/dni/pure/channels.ts';
import {
  type Explanation,
  leaseText,
  locationReason,
  numberReason,
  placeReason,
  poolOf,
  sourceReason,
} from './explanation.ts';

interface SentenceProps {
  explanation: Explanation;
  /** The published number, if a draft is explained; null if nothing is published. */
  before?: string | null | undefined;
}

export function Sentence({ explanation, before }: SentenceProps): VNode {
  const { source, number, page, place } = explanation;
  const pool = poolOf(explanation);
  return (
    <section class="card padded">
      <p class="soft">
        {place?.postal_code ?? place?.city ?? 'Somewhere'}, {channelName(source.name)}
        {before === undefined ? '' : ', with your draft'}:
      </p>
      <div class="seen">
        <p aria-live="polite">
          {pool === undefined ? formatPhone(number.phone_number) : <Lease pool={pool} />}
        </p>
        {pool !== undefined && <p class="before">While all are leased: {formatPhone(pool.overflow)}</p>}
        {pool === undefined && typeof before === 'string' && (
          <p class="before">
            {before === number.phone_number
              ? 'The same number as published.'
              : `Instead of ${formatPhone(before)}, as published.`}
          </p>
        )}
      </div>
      <Reasons explanation={explanation} />
      <Swaps swaps={page.swaps} pool={pool} />
    </section>
  );
}

function Reasons({ explanation }: { explanation: Explanation }): VNode {
  const { source, location, number } = explanation;
  const home = useCountry();
  return (
    <ol class="reasons">
      <Reason icon="pin">{placeReason(explanation, home)}</Reason>
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
        {locationReason(explanation, unitIn(home ?? ''))}
      </Reason>
      <Reason
        icon="numbers"
        href={
          number.chosen === null
            ? pathTo('numbers', 'site')
            : entryPath('numbers', 'number', poolOf(explanation)?.pool ?? number.phone_number)
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

/** Shows what a visit would lease, and how many numbers are free. An unpublished pool has no known state. */
function Lease({ pool }: { pool: NumberPool }): VNode {
  const state = usePools().data?.pools.find(({ name }) => name === pool.pool);
  return <>{leaseText(pool, state?.free)}</>;
}

function Swaps({
  swaps,
  pool,
}: Pick<Explanation['page'], 'swaps'> & { pool: NumberPool | undefined }): VNode {
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
                <del>{formatPhone(from)}</del> →{' '}
                <b>{to === pool?.overflow ? `a number of the pool ${pool.pool}` : formatPhone(to)}</b>
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
