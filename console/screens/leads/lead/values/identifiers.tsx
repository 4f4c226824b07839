/**
 * Fields for the lists of a lead: e-mail addresses and phones with their type, sources, tags. The first entry is the main
 * one.
 */
import type { ComponentChildren, VNode } from 'preact';
import { Icon, type IconName } from '../../../../components/icon.tsx';
import { BareField, BareSelect, Options, useFocusAdded } from '../../../../forms/fields.tsx';
import type { LeadEmail, LeadPhone } from '../../lead.ts';

const EMAIL_TYPES = ['Work', 'Personal', 'Other'];
const PHONE_TYPES = ['Work', 'Mobile', 'Home', 'Other'];

export function EmailInputs({
  emails,
  set,
}: {
  emails: readonly LeadEmail[];
  set: (emails: LeadEmail[]) => void;
}): VNode {
  return (
    <ListInputs
      items={emails}
      set={set}
      hasMain
      one="e-mail address"
      empty={{ email: '', type: 'Work' }}
      line={(item, change, index) => (
        <>
          <BareField
            class="grow"
            type="email"
            name={`/emails/${index}/email`}
            label={`E-mail address ${index + 1}`}
            autocomplete="off"
            value={item.email}
            onInput={(event) => change({ ...item, email: event.currentTarget.value })}
          />
          <TypeInput
            name={`/emails/${index}/type`}
            label={`Type of e-mail address ${index + 1}`}
            types={EMAIL_TYPES}
            value={item.type}
            set={(type) => change({ ...item, type })}
          />
        </>
      )}
    />
  );
}

export function PhoneInputs({
  phones,
  set,
}: {
  phones: readonly LeadPhone[];
  set: (phones: LeadPhone[]) => void;
}): VNode {
  return (
    <ListInputs
      items={phones}
      set={set}
      hasMain
      one="phone"
      empty={{ phone: '', type: 'Mobile' }}
      line={(item, change, index) => (
        <>
          <BareField
            class="grow"
            type="tel"
            name={`/phones/${index}/phone`}
            label={`Phone ${index + 1}`}
            autocomplete="off"
            value={item.phone}
            onInput={(event) => change({ ...item, phone: event.currentTarget.value })}
          />
          <TypeInput
            name={`/phones/${index}/type`}
            label={`Type of phone ${index + 1}`}
            types={PHONE_TYPES}
            value={item.type}
            set={(type) => change({ ...item, type })}
          />
        </>
      )}
    />
  );
}

interface WordProps {
  /** The member of the lead. */
  member: 'source_tags' | 'tags';
  /** The name of one entry. */
  one: 'source' | 'tag';
  words: readonly string[];
  set: (words: string[]) => void;
}

export function WordInputs({ member, one, words, set }: WordProps): VNode {
  return (
    <ListInputs
      items={words}
      set={set}
      hasMain
      one={one}
      empty=""
      line={(word, change, index) => (
        <BareField
          class="grow"
          name={`/${member}/${index}`}
          label={`${one === 'tag' ? 'Tag' : 'Source'} ${index + 1}`}
          autocomplete="off"
          value={word}
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
    />
  );
}

interface ListProps<Item> {
  items: readonly Item[];
  set: (items: Item[]) => void;
  one: string;
  empty: Item;
  /** Whether the first entry is the main one. */
  hasMain?: boolean;
  mayAdd?: boolean;
  line: (item: Item, change: (item: Item) => void, index: number) => ComponentChildren;
}

/** Inputs for a list of values, with a button to add another. Without values, one is empty. */
export function ListInputs<Item>(props: ListProps<Item>): VNode {
  const { items, set, one, empty, hasMain = false, mayAdd = true, line } = props;
  const shown = items.length === 0 ? [empty] : items;
  const [place, added] = useFocusAdded<HTMLDivElement>();
  const add = (): void => {
    added();
    set([...shown, empty]);
  };
  const others = (index: number): Item[] => shown.toSpliced(index, 1);
  return (
    <div ref={place} class="values">
      {shown.map((item, index) => (
        <div key={index} class="row tight">
          {line(item, (changed) => set(shown.with(index, changed)), index)}
          {hasMain && index > 0 && (
            <IconButton
              icon="up"
              label={`Make ${one} ${index + 1} the main one`}
              press={() => set([item, ...others(index)])}
            />
          )}
          {(hasMain || shown.length > 1) && (
            <IconButton icon="trash" label={`Remove ${one} ${index + 1}`} press={() => set(others(index))} />
          )}
        </div>
      ))}
      {mayAdd && (
        <button type="button" class="button plain slim" onClick={add}>
          <Icon name="plus" size={16} /> Add another
        </button>
      )}
    </div>
  );
}

function IconButton({ icon, label, press }: { icon: IconName; label: string; press: () => void }): VNode {
  return (
    <button type="button" class="button plain icon slim" aria-label={label} title={label} onClick={press}>
      <Icon name={icon} size={16} />
    </button>
  );
}

interface TypeProps {
  name: string;
  label: string;
  types: string[];
  value: string;
  set: (type: string) => void;
}

function TypeInput({ name, label, types, value, set }: TypeProps): VNode {
  return (
    <BareSelect
      class="kind"
      name={name}
      label={label}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
    >
      <Options of={withPresent(types, [value])} />
    </BareSelect>
  );
}

/** Returns the choices and any chosen values that are no longer among them. */
export function withPresent(choices: readonly string[], present: readonly string[]): string[] {
  return [...new Set([...choices, ...present.filter((value) => value !== '')])];
}
