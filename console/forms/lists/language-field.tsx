/** A select of the languages of spoken texts. Its value is a tag of BCP 47: `en-US`. */
import type { VNode } from 'preact';
import { byName, type Entry, ListField, type ListFieldProps } from './list-field.tsx';

/** Languages that the voices of carriers commonly speak. Another one that is set stays. */
const LANGUAGES =
  'da-DK de-DE en-AU en-GB en-US es-ES es-MX fr-CA fr-FR it-IT ja-JP ko-KR nb-NO nl-NL pl-PL pt-BR pt-PT ru-RU sv-SE zh-CN';

const names = new Intl.DisplayNames('en-US', { type: 'language', languageDisplay: 'standard' });

export function LanguageField(props: ListFieldProps): VNode {
  const languages = LANGUAGES.split(' ').map((tag): Entry => [tag, languageName(tag)]);
  return <ListField {...props} entries={byName(languages)} />;
}

/** Returns the English name of a language: `Spanish (Mexico)`. */
export function languageName(tag: string): string {
  return names.of(tag) ?? tag;
}
