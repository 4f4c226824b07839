/** Sources that most companies have, each made with one press. Pure. */
import { CHANNELS, channelName } from '../../../worker/dni/pure/channels.ts';
import type { DniSettings, SourceRule } from '../draft/dni-settings.ts';

/** A source with its conditions, and the names that people use for it. */
interface SourcePreset {
  rule: SourceRule;
  names: RegExp;
}

export const PRESETS: readonly SourcePreset[] = [
  {
    rule: { name: 'Google Ads', when: { source: 'Google*', channel: 'paid_*' } },
    names: /^(google )?(ads?|adwords|ppc)$|^gads$|^google (paid|cpc|lsa|local services)( ads)?$/,
  },
  {
    rule: { name: 'Facebook', when: { source: 'Facebook' } },
    names: /^(facebook|fb|meta)( ads?)?$/,
  },
  {
    rule: { name: 'Google Business Profile', when: { source: 'Google', utm_medium: 'organic' } },
    names: /^(gbp|gmb)( listing)?$|^google (business( profile)?|my business|maps|listing)$/,
  },
  {
    rule: { name: 'Bing', when: { source: 'Bing' } },
    names: /^(bing|microsoft)( ads?)?$/,
  },
  {
    rule: { name: 'Radio', when: { utm_source: 'radio*' } },
    names: /^radio( spots?| ads?)?$/,
  },
];

/** Returns the source that a name means: that of a preset, else links tagged with the name. */
export function sourceNamed(name: string): SourceRule {
  return { name, when: presetNamed(name)?.rule.when ?? { utm_source: name } };
}

function presetNamed(name: string): SourcePreset | undefined {
  const plain = comparable(name);
  return PRESETS.find(({ names, rule }) => names.test(plain) || comparable(rule.name) === plain);
}

/** Returns the source that numbers are given for this name: one of the company's, or a channel. Undefined if there is none. */
export function knownSource({ sources }: Pick<DniSettings, 'sources'>, text: string): string | undefined {
  const wanted = comparable(text);
  const own =
    sources.find(({ name }) => name === text) ?? sources.find(({ name }) => comparable(name) === wanted);
  return own?.name ?? CHANNELS.find((channel) => comparable(channelName(channel)) === wanted);
}

/** Tells whether a text is the name of a source: one of the company's, a channel, or a preset. */
export function isNameOfSource(settings: Pick<DniSettings, 'sources'>, text: string): boolean {
  return text !== '' && (knownSource(settings, text) !== undefined || presetNamed(text) !== undefined);
}

/** Returns the settings with more sources. Those that exist stay. */
export function withSources(settings: DniSettings, rules: readonly SourceRule[]): DniSettings {
  const known = new Set(settings.sources.map(({ name }) => name));
  return { ...settings, sources: [...settings.sources, ...rules.filter(({ name }) => !known.has(name))] };
}

/** Ignores capitals, and takes `_`, `-` and spaces as the same. */
function comparable(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
}
