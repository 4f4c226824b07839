/** What a page says to Leadline and hears from it. */
import type { Plan } from './plan.ts';

/** What a site can set: the `data-` attributes of the script, without `data-`. */
export interface Options {
  /** The company's UUID. */
  company: string;
  /** Origin of the edge. */
  endpoint: string;
  /** A postal code that decides about the place instead of the visitor's network. */
  zip?: string;
  /** Which touch counts; `session` when absent. */
  attribution?: 'first' | 'session' | 'last';
  /** `required`: nothing is remembered before the visitor agrees. */
  consent?: 'required';
  /** Name of the data layer that hears the events. */
  layer?: string;
  /** Selector of what stays invisible until the swap, for 300 ms at the most. */
  hide?: string;
}

/** A click on a link to a number that was swapped. */
export interface Call {
  /** What the link says. */
  shown: string;
  /** E.164. */
  dialled: string;
  /** The number that stands in the page's source, E.164. */
  target: string;
  location: Plan['closest_location'];
  source: string;
}

/** What each event tells. */
export interface Events {
  swap: Plan;
  call: Call;
  error: unknown;
}

/** What the page can call, as `window.leadline` or as what `start` returns. */
export interface Leadline {
  /** The plan; undefined when it could not be fetched. */
  ready: Promise<Plan | undefined>;
  /** The number for this visit; or `target`, a printed number in any form, in the same form with the new digits. */
  get(target?: string): string | undefined;
  /** Swaps in `root` and below, or everywhere. */
  swap(root?: Node): unknown;
  /** Brings back what the page said, and stops. */
  restore(): void;
  /** Tells what the visitor decided. */
  consent(granted: boolean): void;
  /** Hears an event, as `leadline:<type>` on the document does. */
  on<Type extends keyof Events>(type: Type, hear: (detail: Events[Type]) => void): void;
}
