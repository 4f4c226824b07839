/** The form of a chat channel. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useGroups } from '../../../api/company.ts';
import { usePlaces } from '../../../api/places.ts';
import { close, go, pathTo } from '../../../address/router.ts';
import { Dialog } from '../../../components/over/dialog.tsx';
import { AddressField } from '../../../forms/address-field.tsx';
import { FieldGroup, Form, SelectField, TextField } from '../../../forms/fields.tsx';
import { valuesOf } from '../../../forms/form-values.ts';
import { NO_VERSION, useMembers } from '../../../forms/save-members.ts';
import { useSaving } from '../../../forms/saving.ts';
import { type Channel, EVENT_NAMES, type Platform, PLATFORMS, STEPS } from './channel.ts';
import { addChannel, changeChannel, channelNow, type ChannelInput, inputOf } from './channel-actions.ts';

const leave = (): void => close(['over']);

const NEW_CHANNEL = {
  ...NO_VERSION,
  body: {
    name: '',
    platform: 'slack',
    url: '',
    events: ['missed_call', 'voicemail', 'text', 'form'],
    groups: [],
    locations: [],
  } as ChannelInput,
};

/** Adds or edits a channel. @param channel undefined for a new one */
export function ChannelForm({ channel }: { channel: Channel | undefined }): VNode {
  const id = channel?.channel_id ?? '';
  const { begun, save: saveMembers } = useMembers(channel === undefined ? NEW_CHANNEL : inputOf(channel), {
    write: async (change) => {
      await changeChannel(id, change);
      return NO_VERSION;
    },
    readNow: () => channelNow(id),
  });
  const [platform, setPlatform] = useState<Platform>(begun.platform);
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    const input = readForm(form, begun, platform);
    if (channel === undefined) {
      const made = await addChannel(input);
      return go(pathTo('company', 'chat', made.channel_id), { replace: true });
    }
    await saveMembers(input);
    leave();
  });
  return (
    <Dialog title={channel === undefined ? 'New chat channel' : 'Chat channel'} onClose={leave}>
      <Form
        name="chat-channel"
        error={error}
        state={{ value: platform, set: (kept) => setPlatform(kept as Platform) }}
        onSubmit={save}
      >
        <Address channel={begun} isNew={channel === undefined} platform={platform} onChange={setPlatform} />
        <Choices label="Tell it of" name="/events" names={EVENT_NAMES} chosen={begun.events} />
        <Limits channel={begun} />
        <div class="dialog-foot">
          <button type="submit" class="button primary" disabled={isBusy}>
            {channel === undefined ? 'Add channel' : 'Save'}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

interface AddressProps {
  channel: ChannelInput;
  isNew: boolean;
  platform: Platform;
  onChange: (platform: Platform) => void;
}

function Address({ channel, isNew, platform, onChange }: AddressProps): VNode {
  return (
    <>
      <TextField
        label="Name"
        name="/name"
        autocomplete="off"
        defaultValue={channel.name}
        placeholder="#front-desk"
      />
      {isNew && (
        <SelectField
          label="Platform"
          name="/platform"
          value={platform}
          onChange={({ currentTarget }) => onChange(currentTarget.value as Platform)}
        >
          {PLATFORMS.map(([value, label]) => (
            <option key={value} value={value} selected={value === platform}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      <AddressField label="Address" isNew={isNew} hint={STEPS[platform]} />
    </>
  );
}

function Limits({ channel: { groups, locations } }: { channel: ChannelInput }): VNode {
  const { data: known = [] } = useGroups();
  const places = usePlaces();
  const groupNames = Object.fromEntries(known.map(({ id, label }) => [id, label]));
  const locationNames = Object.fromEntries(places.locations.map(({ id, name }) => [id, name]));
  const hint = 'None chosen means all';
  return (
    <>
      {known.length > 1 && (
        <Choices label="Only groups" name="/groups" names={groupNames} chosen={groups} hint={hint} />
      )}
      {places.locations.length > 1 && (
        <Choices
          label="Only locations"
          name="/locations"
          names={locationNames}
          chosen={locations}
          hint={hint}
        />
      )}
    </>
  );
}

interface ChoicesProps {
  label: string;
  name: string;
  names: Readonly<Record<string, string>>;
  chosen: readonly string[];
  hint?: string;
}

function Choices({ label, name, names, chosen, hint = '' }: ChoicesProps): VNode {
  return (
    <FieldGroup label={label} name={name} hint={hint} class="event-kinds">
      {Object.entries(names).map(([value, text]) => (
        <label key={value} class="row">
          <input type="checkbox" name={`${name}/${value}`} defaultChecked={chosen.includes(value)} />
          {text}
        </label>
      ))}
    </FieldGroup>
  );
}

function readForm(form: HTMLFormElement, begun: ChannelInput, platform: Platform): ChannelInput {
  const values = valuesOf(form);
  // What is not offered, because it was removed or has not been read yet, stays as it is.
  const chosen = <Value extends string>(name: string, before: readonly Value[]): Value[] => {
    const offered = Object.keys(values).flatMap((each) =>
      each.startsWith(`${name}/`) ? (each.slice(name.length + 1) as Value) : [],
    );
    const kept = before.filter((value) => !offered.includes(value));
    const taken = offered.filter((value) => values[`${name}/${value}`] === true);
    return [
      ...before.filter((value) => taken.includes(value)),
      ...taken.filter((value) => !before.includes(value)),
      ...kept,
    ];
  };
  return {
    name: String(values['/name'] ?? ''),
    platform,
    url: String(values['/url'] ?? '').trim(),
    events: chosen('/events', begun.events),
    groups: chosen('/groups', begun.groups),
    locations: chosen('/locations', begun.locations),
  };
}
