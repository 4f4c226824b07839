/** What the pages of the scenarios have. */
import type { Leadline } from '../../widget/interface.ts';

declare global {
  interface Window {
    leadline: Leadline;
    /** What a page has heard. */
    heard: unknown[];
    dataLayer: unknown[];
    /** Lets the part of an app come that is taken over later. */
    arrive: () => void;
    /** What waits for an idle page. */
    idlers: (() => void)[];
  }
}
