/** The list of custom sources. A visit gets the first source whose conditions match, otherwise its channel. */
import type { VNode } from 'preact';
import { mayWrite } from '../../api/user.ts';
import { MoveUp, movedUp } from '../../components/parts/move-up.tsx';
import { byKey, type DniSettings } from '../draft/dni-settings.ts';
import { changeDraft } from '../draft/draft.ts';
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
      columns={['Name', 'Conditions', { label: 'Order', class: 'number' }]}
      text={({ name, when }) => `${name} ${channelName(name)} ${Object.values(when).join(' ')}`}
      name={({ name }) => channelName(name)}
      cells={({ name, when }) => [
        Object.entries(when).map(([member, pattern]) => (
          <Condition key={member} member={member} pattern={pattern} />
        )),
        <Place key="place" name={name} settings={settings} />,
      ]}
      below={
        <>
          {settings.sources.length > 1 && (
            <p class="soft small">A visit counts as the first source of this order that fits it.</p>
          )}
          <PresetButtons settings={settings} />
        </>
      }
    />
  );
}

/** The place of a source in the order, and a button that moves it up. */
function Place({ name, settings }: { name: string; settings: DniSettings }): VNode {
  const place = placeIn(settings, name);
  return (
    <>
      {place + 1}
      {mayWrite() && (
        <MoveUp
          items={settings.sources}
          index={place}
          name={channelName(name)}
          // Another window may have changed the draft meanwhile.
          move={() => changeDraft((now) => ({ ...now, sources: movedUp(now.sources, placeIn(now, name)) }))}
        />
      )}
    </>
  );
}

function placeIn({ sources }: DniSettings, name: string): number {
  return sources.findIndex((rule) => rule.name === name);
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
