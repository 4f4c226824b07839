/** What the pages of the scenarios have. */
import type { Leadline } from '../../widget/interface.ts';

declare global {
  interface Window {
    leadline: Leadline;
    /** What a page has heard. */
    heard: unknown[];
    dataLayer: unknown[];
    /** What a page says when it is taken over. */
    found: string;
    /** Lets the part of an app come that is taken over later. */
    arrive: () => void;
    /** What waits for an idle page. */
    idlers: (() => void)[];
  }
}
