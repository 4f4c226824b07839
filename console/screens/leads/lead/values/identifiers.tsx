/**
 * Fields for the lists of a lead: e-mail addresses and phones with their type, sources, tags. The first entry is the main
 * one.
 */
import type { ComponentChildren, VNode } from 'preact';
import { Icon, type IconName } from '../../../../components/icon.tsx';
import { BareField } from '../../../../forms/fields.tsx';
import { useFocusAdded } from '../../../../forms/focus.ts';
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
  line: (item: Item, change: (item: Item) => void, index: number) => ComponentChildren;
}

function ListInputs<Item>({ items, set, one, empty, line }: ListProps<Item>): VNode {
  const shown = items.length === 0 ? [empty] : items;
  const [place, added] = useFocusAdded<HTMLDivElement>();
  const add = (): void => {
    added();
    set([...shown, empty]);
  };
  const put = (index: number, changed: Item): void =>
    set(shown.map((other, at) => (at === index ? changed : other)));
  const others = (index: number): Item[] => shown.filter((_, at) => at !== index);
  return (
    <div ref={place} class="values">
      {shown.map((item, index) => (
        <div key={index} class="row tight">
          {line(item, (changed) => put(index, changed), index)}
          {index > 0 && (
            <IconButton
              icon="up"
              label={`Make ${one} ${index + 1} the main one`}
              press={() => set([item, ...others(index)])}
            />
          )}
          <IconButton icon="trash" label={`Remove ${one} ${index + 1}`} press={() => set(others(index))} />
        </div>
      ))}
      <button type="button" class="button plain slim" onClick={add}>
        <Icon name="plus" size={16} /> Add another
      </button>
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

function TypeInput({
  label,
  types,
  value,
  set,
}: {
  label: string;
  types: readonly string[];
  value: string;
  set: (value: string) => void;
}): VNode {
  return (
    <select
      class="kind"
      aria-label={label}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
    >
      {[...new Set([...types, value])].map((type) => (
        <option key={type} value={type}>
          {type}
        </option>
      ))}
    </select>
  );
}
