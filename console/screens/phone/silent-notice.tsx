/** Says which tracking numbers ring nobody, and leads to where that is set. */
import type { VNode } from 'preact';
import type { SilentNumbers, SilentPlace } from '../../../worker/core/phone/ringing/answer-schema.ts';
import { pathTo } from '../../address/router.ts';
import { companyPath } from '../../api/company.ts';
import { useResource } from '../../api/resource.ts';
import { isManager } from '../../api/user.ts';
import { Notice } from '../../components/notice.tsx';
import { formatPhone, plural } from '../../components/text/values.tsx';

/** The most places that are named. */
const MOST_NAMED = 5;

/** A number in a text of the API, which people read as they write it. */
const E164 = /\+\d{7,15}/g;

/** The path of the tracking numbers that ring nobody. Managers may read them. */
export function silentPath(): string {
  return companyPath('/calls/silent');
}

/** Reads the numbers itself. Only managers may read them. */
export function SilentNotice(): VNode | null {
  return isManager() ? <ReadSilent /> : null;
}

function ReadSilent(): VNode | null {
  const { data } = useResource<SilentNumbers>(silentPath());
  return data === undefined ? null : <Silent found={data} />;
}

/** Names the places whose numbers ring nobody; nothing if there are none. */
export function Silent({ found: { numbers, silent } }: { found: SilentNumbers }): VNode | null {
  const count = silent.reduce((sum, place) => sum + place.count, 0);
  if (count === 0) return null;
  const more = silent.length - MOST_NAMED;
  return (
    <Notice kind="danger">
      <b>
        {count === numbers && count > 1 ? 'None' : count} of {plural(numbers, 'tracking number')}{' '}
        {count === numbers && count > 1 ? 'rings anybody' : count === 1 ? 'rings nobody' : 'ring nobody'}:
        customers who call find no one.
      </b>
      <ul>
        {silent.slice(0, MOST_NAMED).map((place) => (
          <Place key={`${place.location_id} ${place.reason}`} place={place} />
        ))}
      </ul>
      {more > 0 && <p>And {plural(more, 'more location')}.</p>}
    </Notice>
  );
}

function Place({ place }: { place: SilentPlace }): VNode {
  const { location_id: id, location_name: name, reason, detail } = place;
  const form = `${pathTo('numbers', 'locations')}?over=location`;
  const links: Record<SilentPlace['reason'], VNode> = {
    nobody: (
      <>
        {name} has no phone that rings, and nobody with a phone who answers.{' '}
        <a href={`${form}&key=${encodeURIComponent(id ?? '')}`}>Set who rings</a>
      </>
    ),
    never_open: (
      <>
        {name} is closed for the next eight days.{' '}
        <a href={`${form}&key=${encodeURIComponent(id ?? '')}`}>Change its hours</a>
      </>
    ),
    no_location: (
      <>
        There is no location whose phones ring. <a href={form}>Add a location</a>
      </>
    ),
    not_rung: (
      <>
        {name === null ? '' : `${name}: `}
        {detail?.replaceAll(E164, formatPhone)} <a href={pathTo('numbers', 'phone')}>Choose who rings</a>
      </>
    ),
  };
  return (
    <li>
      {namesOf(place)}: {links[reason]}
    </li>
  );
}

function namesOf({ numbers: [first = ''], count }: SilentPlace): string {
  return count === 1 ? formatPhone(first) : plural(count, 'number');
}
