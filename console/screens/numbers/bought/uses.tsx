/** Where the settings use a number; a number that nothing uses leads to its entry. */
import type { VNode } from 'preact';
import { pathTo } from '../../../address/router.ts';
import { user } from '../../../api/user.ts';
import type { DniSettings } from '../../draft/dni-settings.ts';
import { type Bought, isSettled, plannedUseOf, type Use, usesOf } from './bought.ts';

export function Uses({ number, settings }: { number: Bought; settings: DniSettings }): VNode {
  const uses = usesOf(settings, number.number);
  const mayEdit = user.value?.role_id === 'superadmin';
  if (uses.length === 0) {
    return (
      <>
        <span class="soft">not used yet</span>
        {mayEdit && isSettled(number) && (
          <a class="under" href={addressToAdd(number, settings)}>
            Add it to the numbers
          </a>
        )}
      </>
    );
  }
  return (
    <ul class="plain-list">
      {uses.map((use) => (
        <li key={`${use.tab} ${use.key ?? ''}`}>
          {mayEdit ? <a href={addressOf(use)}>{use.text}</a> : use.text}
        </li>
      ))}
    </ul>
  );
}

/** Returns the address of the form of a new tracking number, filled in. */
export function addressToAdd(number: Bought, settings: DniSettings): string {
  const { source, location_id: location } = plannedUseOf(settings, number);
  const query = new URLSearchParams({
    over: 'number',
    number: number.number,
    ...(source === undefined ? {} : { source }),
    ...(location === undefined ? {} : { location }),
  });
  return `${pathTo('numbers', 'numbers')}?${query}`;
}

function addressOf({ tab, key }: Use): string {
  const query = key === undefined ? '' : `?${new URLSearchParams({ over: 'number', key })}`;
  return `${pathTo('numbers', tab)}${query}`;
}
