/** The keys of a menu: each with a name, and where it leads. */
import type { VNode } from 'preact';
import { MENU_KEYS } from '../../../../worker/core/phone/rules/menus.ts';
import { Icon } from '../../../components/icon.tsx';
import { BareField, BareSelect, FieldGroup, Options } from '../../../forms/fields.tsx';
import { useNames } from '../names.ts';
import { RingRows, withRow } from '../ring-fields.tsx';
import { type KeyRow, type Kind, KINDS, pointerOf, withKey } from './key-rows.ts';

interface KeyFieldsProps {
  rows: readonly KeyRow[];
  setRows: (rows: readonly KeyRow[]) => void;
  /** The id of the menu itself, to which no key leads. */
  self: string | undefined;
}

export function KeyFields({ rows, setRows, self }: KeyFieldsProps): VNode {
  const fields = rows.map((row) => <KeyField key={row.key} {...{ rows, setRows, self, row }} />);
  return (
    <FieldGroup label="Where the keys lead" name="/keys">
      {fields.slice(0, -1)}
      {rows.length <= MENU_KEYS.length && (
        <button type="button" class="button plain" onClick={() => setRows(withKey(rows))}>
          <Icon name="plus" /> Add a key
        </button>
      )}
      {fields.at(-1)}
    </FieldGroup>
  );
}

interface KeyFieldProps extends KeyFieldsProps {
  row: KeyRow;
}

function KeyField({ rows, setRows, self, row }: KeyFieldProps): VNode {
  const at = pointerOf(row);
  const isKey = row.key !== 'd';
  const title = isKey ? `Key ${row.key}` : 'No key, or a wrong one';
  const change = (part: Partial<KeyRow>): void =>
    setRows(rows.map((each) => (each.key === row.key ? { ...each, ...part } : each)));
  const target = { row, title, at, change };
  return (
    <div class="menu-key">
      <div class="row ring-row">
        {isKey ? <KeyChoice {...target} rows={rows} /> : <span class="label">{title}</span>}
        <KindChoice {...target} />
        {isKey && (
          <button
            type="button"
            class="button plain icon"
            aria-label={`Remove key ${row.key}`}
            onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
          >
            <Icon name="trash" />
          </button>
        )}
      </div>
      <Target {...target} self={self} />
    </div>
  );
}

/** The key, among those that are free, and its name. */
function KeyChoice({ row, title, at, change, rows }: TargetProps & Pick<KeyFieldsProps, 'rows'>): VNode {
  const free = MENU_KEYS.filter((key) => key === row.key || rows.every((each) => each.key !== key));
  return (
    <>
      <BareSelect
        label="Key"
        name={`${at}/key`}
        value={row.key}
        onChange={({ currentTarget: { value } }) => change({ key: value as KeyRow['key'] })}
      >
        <Options of={free} />
      </BareSelect>
      <div class="grow">
        <BareField
          label={`${title}: name`}
          name={`${at}/label`}
          autocomplete="off"
          placeholder="Sales"
          value={row.label}
          onInput={({ currentTarget: { value } }) => change({ label: value })}
        />
      </div>
    </>
  );
}

interface TargetProps {
  row: KeyRow;
  title: string;
  /** The pointer of the row. */
  at: string;
  change: (part: Partial<KeyRow>) => void;
}

function KindChoice({ row, title, at, change }: TargetProps): VNode {
  // Whoever presses nothing gives no postal code either.
  const kinds = KINDS.filter(([kind]) => row.key !== 'd' || kind !== 'postal_code');
  return (
    <BareSelect
      label={`${title}: what it does`}
      name={`${at}/kind`}
      value={row.kind}
      onChange={({ currentTarget: { value } }) => {
        const kind = value as Kind;
        change({
          kind,
          to: '',
          ...(kind === 'people' && row.rings.length === 0 ? { rings: withRow([]) } : {}),
        });
      }}
    >
      <Options of={kinds} />
    </BareSelect>
  );
}

/** What a kind needs besides: people, a location, a menu, or a text. */
function Target({ row, title, at, change, self }: TargetProps & { self: string | undefined }): VNode | null {
  const { locations, menus } = useNames();
  if (row.kind === 'people')
    return <RingRows at={at} rows={row.rings} setRows={(rings) => change({ rings })} />;
  if (row.kind === 'branch' || row.kind === 'menu') {
    const choices = row.kind === 'branch' ? [...locations] : [...menus].filter(([id]) => id !== self);
    return (
      <BareSelect
        label={`${title}: where`}
        name={`${at}/to`}
        value={row.to}
        onChange={({ currentTarget: { value } }) => change({ to: value })}
      >
        <option value="">{row.kind === 'branch' ? 'Choose a location' : 'Choose a menu'}</option>
        {row.to !== '' && !choices.some(([id]) => id === row.to) && <option value={row.to}>removed</option>}
        <Options of={choices} />
      </BareSelect>
    );
  }
  if (row.kind !== 'message' && row.kind !== 'postal_code') return null;
  return (
    <BareField
      label={`${title}: what is spoken`}
      name={`${at}/text`}
      autocomplete="off"
      placeholder={row.kind === 'message' ? 'We are open from nine to five.' : 'Please key in your ZIP code.'}
      value={row.text}
      onInput={({ currentTarget: { value } }) => change({ text: value })}
    />
  );
}
