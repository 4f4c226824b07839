/** The form of a custom source: the conditions of its visits. */
import type { VNode } from 'preact';
import { textOf } from '../../forms/form-values.ts';
import { CHANNELS, channelName } from '../../../worker/dni/pure/channels.ts';
import { Options, SelectField, TextField } from '../../forms/fields.tsx';
import type { DniSettings, SourceRule } from '../draft/dni-settings.ts';
import { EntryForm, faulty } from '../draft/editing/entry-form.tsx';
import { memberName } from '../draft/words.ts';

const CONDITIONS = [
  'channel',
  'source',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'referrer',
  'landing_page',
  'click_id',
  'parameter',
] as const;

/** The pattern of all channels that cost money per click. */
const EVERY_PAID = 'paid_*';

const HINTS: Partial<Record<(typeof CONDITIONS)[number], string>> = {
  source: 'For example Google, Facebook or Bing',
  utm_campaign: 'spring* matches every campaign that begins with spring',
  referrer: 'A host, such as *.yelp.com',
  landing_page: 'A path, such as /offers/*',
  click_id: 'The name of a parameter, such as gclid',
  parameter: 'A parameter of your own links and its value, such as src=flyer',
};

/** Patterns that match no visit: a host has no path and no scheme, a path begins with a slash, a name of a parameter has no blanks. */
const UNFIT: Partial<Record<(typeof CONDITIONS)[number], RegExp>> = {
  referrer: /[/\s]/,
  landing_page: /^[^/*]/,
  click_id: /[\s=?&]/,
  // A name, and a value that is no other parameter.
  parameter: /^(?![\w.~-]{1,40}=[^&?#]+$)/,
};

export function EditSource({
  settings,
  entryKey,
}: {
  settings: DniSettings;
  entryKey: string | undefined;
}): VNode {
  return (
    <EntryForm
      list="sources"
      settings={settings}
      entryKey={entryKey}
      read={(values, before) => readSource(values, before, settings)}
    >
      {(rule) => (
        <>
          <NameField name={rule?.name} />
          <p class="soft small">
            A visit counts as this source when all of these conditions match. * matches any characters.
          </p>
          <div class="columns">
            <ChannelField chosen={rule?.when['channel'] ?? ''} />
            {CONDITIONS.filter((name) => name !== 'channel').map((name) => (
              <TextField
                key={name}
                label={memberName(name)}
                name={`/when/${name}`}
                autocomplete="off"
                defaultValue={rule?.when[name] ?? ''}
                hint={HINTS[name]}
              />
            ))}
          </div>
        </>
      )}
    </EntryForm>
  );
}

function NameField({ name }: { name: string | undefined }): VNode {
  const hint =
    name === undefined
      ? undefined
      : 'Under another name it is a new source in reports. What happened so far keeps this name.';
  return <TextField label="Name" name="/name" autocomplete="off" defaultValue={name ?? ''} hint={hint} />;
}

/** Chooses a channel. Another pattern, saved by the API, is an option of its own. */
function ChannelField({ chosen }: { chosen: string }): VNode {
  const known: readonly string[] = ['', EVERY_PAID, ...CHANNELS];
  return (
    <SelectField label={memberName('channel')} name="/when/channel" defaultValue={chosen}>
      {!known.includes(chosen) && <option value={chosen}>{chosen}</option>}
      <option value="">Any</option>
      <option value={EVERY_PAID}>Every paid channel</option>
      <Options of={CHANNELS.map((channel) => [channel, channelName(channel)])} />
    </SelectField>
  );
}

function readSource(
  values: Record<string, string | boolean>,
  before: SourceRule | undefined,
  { sources }: DniSettings,
): ReturnType<typeof faulty> | { entry: SourceRule } {
  const name = textOf(values, '/name');
  if (name === '') return faulty('/name', 'Enter a name.');
  const plain = name.toLowerCase();
  if (sources.some(({ name: other }) => other !== before?.name && other.toLowerCase() === plain))
    return faulty('/name', `Another source is named “${name}” already. Choose another name.`);
  const shown = new Set<string>(CONDITIONS);
  const others = Object.entries(before?.when ?? {}).filter(([member]) => !shown.has(member));
  const conditions = CONDITIONS.map((member) => [member, textOf(values, `/when/${member}`)] as const);
  const when = Object.fromEntries([...others, ...conditions.filter(([, pattern]) => pattern !== '')]);
  const lost = conditions.find(([member, pattern]) => pattern !== '' && UNFIT[member]?.test(pattern));
  if (lost !== undefined)
    return faulty(`/when/${lost[0]}`, `No visit can match this. ${HINTS[lost[0]] ?? ''}.`);
  if (Object.keys(when).length === 0) {
    return faulty('/when/channel', 'Add at least one condition. Without one, every visit would match.');
  }
  return { entry: { name, when } };
}
