/** Globals of the scenario pages. */
import type { Leadline } from '../../widget/interface.ts';

declare global {
  interface Window {
    leadline: Leadline;
    /** Events that the page has received. */
    heard: unknown[];
    dataLayer: unknown[];
    /** Set by a page when it is hydrated. */
    found: string;
    /** The state of the document when a number was swapped. */
    swappedWhen: string;
    /** Loads the part of an app that is hydrated later. */
    arrive: () => void;
    /** Callbacks that wait for an idle page. */
    idlers: (() => void)[];
  }
}
