/** The props of a step of the setup. */
import type { SetupFacts } from '../../api/setup.ts';
import type { Settings } from '../draft/draft.ts';

export interface StepProps {
  facts: SetupFacts;
  settings: Settings;
}
