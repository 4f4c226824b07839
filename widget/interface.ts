/** The public interface of the script. */
import type { Plan } from './plan.ts';

/** Options of a site: the `data-` attributes of the script, without `data-`. */
export interface Options {
  /** The company's UUID. */
  company: string;
  /** Origin of the edge. */
  endpoint: string;
  /** A postal code to use instead of the place of the visitor's network. */
  zip?: string;
  /** Which touch counts; `session` when absent. */
  attribution?: 'first' | 'session' | 'last';
  /** `required`: nothing is stored before the visitor agrees. */
  consent?: 'required';
  /** Name of the data layer that receives the events. */
  layer?: string;
  /** Selector of elements that stay hidden until the swap, for at most 300 ms. */
  hide?: string;
}

/**
 * The consent of a visitor: to all; to nothing; to `measurement`, so the visit may be stored and used for ads, but not for ads by
 * interests; to `analytics`, so it may be stored alone. The numbers are for what nobody asked, which the company's settings decide:
 * 1 the use for ads, 2 the use for ads by interests, where the use for ads is allowed.
 */
export type Consent = boolean | 'measurement' | 'analytics' | 0 | 1 | 2;

/** A click on a link to a number that was swapped. */
export interface Call {
  /** Text of the link. */
  shown: string;
  /** E.164. */
  dialled: string;
  /** The number in the page's source, E.164. */
  target: string;
  location: Plan['closest_location'];
  source: string;
}

/** Sends a text to an address of the edge, as `fetch` does. */
export type Send = (address: string, request: RequestInit) => unknown;

/** The details of each event. */
export interface Events {
  swap: Plan;
  call: Call;
  error: unknown;
}

/** The methods at `window.leadline`, also returned by `start`. */
export interface Leadline {
  /** Resolves to the plan; undefined when it could not be fetched. */
  ready: Promise<Plan | undefined>;
  /** Returns the number for this visit; or `target`, a printed number in any form, with the new digits. */
  get(target?: string): string | undefined;
  /** Swaps in `root` and below, or in the whole page. */
  swap(root?: Node): unknown;
  /** Restores the printed numbers and stops. */
  restore(): void;
  /** Sets the visitor's consent. */
  consent(granted: Consent): void;
  /** Posts to a lane of the edge; for the part for forms. */
  post(lane: string, content: object, send: Send): unknown;
  /** Listens to an event, like `leadline:<type>` on the document. */
  on<Type extends keyof Events>(type: Type, listener: (detail: Events[Type]) => void): void;
}
