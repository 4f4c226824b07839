/** Asks a carrier for a number near each location, some locations at a time. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PlanBody } from '../../../../../worker/core/phone/inventory/planning/reference.ts';
import { ask } from '../../../../api/api.ts';
import type { DniLocation } from '../../../draft/dni-settings.ts';
import type { Account } from '../../../phone/phone-settings.ts';
import { boughtPath } from '../use-bought.ts';
import type { Planned } from './branches.ts';

/** The locations of a request. */
const AT_ONCE = 8;

/** The plan as far as it is made. */
export interface PlanState {
  planned: readonly Planned[];
  isBusy: boolean;
  failure: unknown;
  /** Goes on after a failure. */
  goOn: () => void;
}

export function usePlan({ carrier, account_id }: Account, locations: readonly DniLocation[]): PlanState {
  // Locations that others add meanwhile are left for the next time.
  const wanted = useRef(locations).current;
  const [planned, setPlanned] = useState<readonly Planned[]>([]);
  const [failure, setFailure] = useState<unknown>();
  const isDone = planned.length >= wanted.length;
  useEffect(() => {
    if (isDone || failure !== undefined) return undefined;
    const abort = new AbortController();
    const next = wanted.slice(planned.length, planned.length + AT_ONCE);
    const except = planned.flatMap(({ numbers: [first] }) => first?.number ?? []);
    const body = { carrier, account_id, places: next.map(placeOf), except };
    ask<PlanBody>(boughtPath('/plan'), { method: 'POST', body, signal: abort.signal }).then(
      (answer) => setPlanned([...planned, ...answer.body.places]),
      (error: unknown) => !abort.signal.aborted && setFailure(error),
    );
    return () => abort.abort();
  }, [planned, failure]);
  return {
    planned,
    isBusy: !isDone && failure === undefined,
    failure,
    goOn: () => setFailure(undefined),
  };
}

function placeOf({ location_id, country, latitude, longitude, city, state }: DniLocation): object {
  return { location_id, country: country || 'US', latitude, longitude, city, state };
}
