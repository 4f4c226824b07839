/** The view that opens first. Pure. */
import type { SmartView } from '../../company.ts';

/** The one that every company starts with, or whatever comes first. */
export function defaultView(views: readonly SmartView[]): string | undefined {
  return (views.find(({ name }) => name === 'All leads') ?? views[0])?.smart_view_id;
}
