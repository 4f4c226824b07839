/** What a step of the set-up is shown with. */
import type { SetupFacts } from '../../setup.ts';
import type { Settings } from '../numbers/draft.ts';

export interface StepProps {
  facts: SetupFacts;
  settings: Settings;
}
