/** The list of custom sources. A visit gets the first source whose conditions match, otherwise its channel. */
import type { VNode } from 'preact';
import { byKey, type DniSettings } from '../draft/dni-settings.ts';
import { PresetButtons } from './preset-buttons.tsx';
import { EntryTable } from '../draft/editing/entry-table.tsx';
import { memberName } from '../draft/words.ts';
import { channelName } from '../../../worker/dni/pure/channels.ts';

const EXAMPLE = [
  ['Radio spot', 'UTM source is radio'],
  ['Yelp page', 'Referrer is *.yelp.com'],
] as const;

export function SourceList({ settings }: { settings: DniSettings }): VNode {
  return (
    <EntryTable
      caption="sources"
      over="source"
      addLabel="Add a source"
      icon="filter"
      searched="name, condition"
      empty="No sources yet. Add one for each campaign or site that you want to count, such as a radio spot or your Yelp page. Until then, visits are grouped by channel, such as paid search or e-mail."
      example={EXAMPLE}
      entries={byKey(settings.sources)}
      columns={['Name', 'Conditions']}
      text={({ name, when }) => `${name} ${channelName(name)} ${Object.values(when).join(' ')}`}
      name={({ name }) => channelName(name)}
      cells={({ when }) => [
        Object.entries(when).map(([member, pattern]) => (
          <Condition key={member} member={member} pattern={pattern} />
        )),
      ]}
      below={<PresetButtons settings={settings} />}
    />
  );
}

function Condition({ member, pattern }: { member: string; pattern: string }): VNode {
  const beginning = /^([^*]+?)_?\*$/.exec(pattern)?.[1];
  const text = beginning ?? pattern;
  return (
    <span class="condition">
      {memberName(member)} {beginning === undefined ? 'is' : 'begins with'}{' '}
      <b>{member === 'channel' ? channelName(text) : text}</b>
    </span>
  );
}
