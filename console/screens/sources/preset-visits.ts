/** Says which visits the usual sources have. Pure. */
import type { SourceRule } from '../draft/dni-settings.ts';
import { PRESETS } from './presets.ts';

/** The visits of each preset, by its name. */
export const VISITS: Readonly<Record<string, string>> = {
  'Google Ads': 'paid clicks from Google',
  Facebook: 'visits from Facebook',
  'Google Business Profile': 'links in your profile tagged utm_source=google and utm_medium=organic',
  Bing: 'visits from Bing',
  Radio: 'links tagged utm_source=radio; listeners who call are known by the number',
};

/** Returns the visits of a preset, or of a source that `sourceNamed` made, in words: `paid clicks from Google`. */
export function visitsOf({ name, when }: SourceRule): string {
  const preset = PRESETS.find(({ rule }) => rule.when === when);
  return (
    VISITS[preset?.rule.name ?? ''] ??
    `links tagged utm_source=${name}; those who call are known by the number`
  );
}
