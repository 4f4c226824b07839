/** Which leads a bulk operation is about: those that are named, or those that pass filters at the moment of the request. */
import { asId } from '../../ids.ts';
import { type Fault, problemOfFaults, refuseFaults } from '../../problems.ts';
import { isObject } from '../../input.ts';
import type { Call } from '../call.ts';
import { findLeads } from '../leads/lead-store.ts';
import { requireSmartView } from '../views/smart-views.ts';
import { NO_VIEW, planOf, selectLeads } from '../views/view-plans.ts';
import type { BulkInput, BulkSelection } from './schema.ts';

/** The leads, and what selected them. */
export interface SelectedForBulk {
  selection: BulkSelection;
  leads: Int32Array | readonly string[];
}

/**
 * Selects the leads, each once.
 * @throws Problem that lists every fault of the filters; 400 unless either ids or filters are given; `not_found` for an
 *   unknown view
 */
export async function selectForBulk(call: Call, input: BulkInput): Promise<SelectedForBulk> {
  const { lead_ids: ids, filters, smart_view_id: viewId, relative, tz } = input;
  refuseBoth(input);
  if (ids !== undefined) {
    return { selection: { by: 'ids' }, leads: [...new Set(ids.map((id) => asId(id) ?? id))] };
  }
  const view = viewId === undefined ? NO_VIEW : requireSmartView(call.database, viewId);
  const faults: Fault[] = [];
  const query = { tz_offset: 0, tz, relative: relative ?? '' };
  const plan = planOf(call, view, { query, filters, faults });
  // They stand in the body here.
  refuseFaults(
    faults.map(({ parameter, ...fault }) =>
      parameter === undefined ? fault : { ...fault, pointer: `/${parameter}` },
    ),
  );
  const uncounted = { ...plan, count: { ...plan.count, facets: [] } };
  const leads = await selectLeads(call, uncounted, ({ counted }) => counted.leads.slice());
  return {
    selection: {
      by: 'filters',
      filtered_by: isObject(filters) ? Object.keys(filters) : [],
      ...(viewId === undefined ? {} : { smart_view_id: viewId.toLowerCase() }),
      ...(relative === undefined ? {} : { relative }),
    },
    leads,
  };
}

/** How many of the leads there are. */
export function countFound(call: Call, { leads }: SelectedForBulk): number {
  return leads instanceof Int32Array ? leads.length : findLeads(call.database, leads).size;
}

function refuseBoth({ lead_ids: ids, filters, ...more }: BulkInput): void {
  const { smart_view_id, relative, tz } = more;
  const faults: Fault[] = [];
  if (ids === undefined && filters === undefined) {
    const detail = 'Say which leads: lead_ids, or filters ({} for all of them).';
    faults.push({ pointer: '/lead_ids', code: 'missing_parameter', detail });
  }
  if (ids !== undefined) {
    for (const [name, value] of Object.entries({ filters, smart_view_id, relative, tz })) {
      if (value === undefined) continue;
      const detail = 'Give either lead_ids or filters.';
      faults.push({ pointer: `/${name}`, code: 'invalid_parameter', detail });
    }
  }
  const [first, ...rest] = faults;
  if (first !== undefined) throw problemOfFaults([first, ...rest]);
}
