/** The numbers that the company pays its phone companies for: what they cost, their state, and what uses them. */
import type { VNode } from 'preact';
import { place, withQuery } from '../../../address/router.ts';
import { user } from '../../../api/user.ts';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { Icon } from '../../../components/icon.tsx';
import { toast } from '../../../components/over/toasts.tsx';
import { Read } from '../../../components/read.tsx';
import { StatusChip } from '../../../components/text/status-chip.tsx';
import { formatPhone, plural } from '../../../components/text/values.tsx';
import { Failure } from '../../../components/notice.tsx';
import { useSaving } from '../../../forms/saving.ts';
import type { DniSettings } from '../../draft/dni-settings.ts';
import { EntryTable } from '../../draft/editing/entry-table.tsx';
import { usePlaces } from '../../../api/places.ts';
import { carrierName } from '../../phone/accounts/accounts.ts';
import { Astray } from './astray-notice.tsx';
import {
  type Bought,
  type BoughtNumbers,
  currencyOf,
  isAstray,
  isHeld,
  money,
  settingsOfUses,
  stateWords,
  usesOf,
} from './bought.ts';
import { BoughtDialogs } from './dialogs.tsx';
import { OrderCard } from './order-card.tsx';
import { checkNow, useBought } from './use-bought.ts';
import { Uses } from './uses.tsx';

/** What a list shows; without a choice the numbers that the accounts have. */
const SHOWN = {
  unused: [
    'Not used yet',
    (number: Bought, settings: DniSettings) => isHeld(number) && isUnused(number, settings),
  ],
  astray: ['Calls go elsewhere', (number: Bought) => isAstray(number)],
  over: ['Not bought or imported, or given back', (number: Bought) => !isHeld(number)],
} as const satisfies Record<string, readonly [string, (number: Bought, settings: DniSettings) => boolean]>;

const EXAMPLE = [
  ['(512) 555-0151', 'Google Ads, Austin', '$1.15 a month'],
  ['(303) 555-0150', 'Default number', '$1.15 a month'],
] as const;

const COLUMNS = [
  'Number',
  { label: 'Used for', class: 'on-medium' },
  { label: 'Carrier', class: 'on-wide' },
  { label: 'A month', class: 'number on-medium' },
  'State',
] as const;

/** @param settings with the draft; undefined for managers, who see where the published ones use a number */
export function BoughtList({ settings: own }: { settings: DniSettings | undefined }): VNode {
  const shown = useBought();
  const { locations } = usePlaces();
  const settings = own ?? settingsOfUses(shown.data?.numbers ?? [], locations);
  return (
    <Read shown={shown}>
      {(bought) => (
        <>
          <OrderCard bought={bought} settings={settings} />
          <Astray numbers={bought.numbers.filter(isAstray)} />
          <Cost bought={bought} />
          <NumberTable bought={bought} settings={settings} />
          <BoughtDialogs settings={settings} bought={bought} />
        </>
      )}
    </Read>
  );
}

function mayOrder(): boolean {
  return user.value?.role_id === 'superadmin';
}

/** What the numbers cost in a month, beside the cap. */
function Cost({ bought }: { bought: BoughtNumbers }): VNode | null {
  const held = bought.numbers.filter(isHeld);
  if (bought.numbers.length === 0) return null;
  const currency = currencyOf(held);
  return (
    <div class="row tools">
      <p class="grow">
        <b>{money(bought.monthly_cost, currency)}</b> a month for {plural(held.length, 'number')}, of at most{' '}
        {money(bought.monthly_cap, currency)}.{' '}
        {mayOrder() && <a href={withQuery({ over: 'cap', key: undefined })}>Change the cap</a>}
      </p>
      {mayOrder() && <CheckButton />}
    </div>
  );
}

/** Reads at the carriers whether the numbers still ring here. */
function CheckButton(): VNode {
  const { error, isBusy, save } = useSaving(async () => {
    const failures = await checkNow();
    const [first] = failures;
    toast(
      first === undefined
        ? 'All numbers were checked.'
        : `${carrierName(first.carrier)} could not be read. ${first.detail}`,
    );
  });
  return (
    <>
      <button type="button" class="button" disabled={isBusy} onClick={() => save()}>
        {isBusy ? 'Checking…' : 'Check now'}
      </button>
      {error !== undefined && <Failure error={error} retry={() => save()} />}
    </>
  );
}

/** Said where no number was bought, to those who may buy some and to those who may not. */
const NONE = {
  order:
    'No numbers here yet. Buy them by place and price, or import those that your phone company has for you already.',
  read: 'No number was bought or imported here. A super admin can do that.',
} as const;

function NumberTable({ bought, settings }: { bought: BoughtNumbers; settings: DniSettings }): VNode {
  const chosen = SHOWN[place.value.query.get('show') as keyof typeof SHOWN] as
    | readonly [string, (number: Bought, settings: DniSettings) => boolean]
    | undefined;
  const isShown = chosen?.[1] ?? isHeld;
  const entries = new Map(
    bought.numbers
      .filter((number) => isShown(number, settings))
      .map((number) => [number.number_id, number] as const),
  );
  return (
    <EntryTable
      caption="bought numbers"
      over="bought"
      addOver="buy"
      addLabel={mayOrder() ? 'Buy numbers' : undefined}
      icon="call"
      searched="number, name, use"
      empty={chosen === undefined ? NONE[mayOrder() ? 'order' : 'read'] : 'No number is in this list.'}
      entries={entries}
      columns={COLUMNS}
      text={(number) => searchedText(number, settings)}
      name={(number) => (
        <>
          <span class="nowrap">{formatPhone(number.number)}</span>
          <span class="under">{whereText(number)}</span>
        </>
      )}
      cells={(number) => cellsOf(number, settings)}
      {...(chosen === undefined ? { example: EXAMPLE } : {})}
      beside={<Beside isAny={bought.numbers.length > 0} />}
    />
  );
}

/** Returns what a search finds of a number. */
function searchedText({ number, name, place: where }: Bought, settings: DniSettings): string {
  return [formatPhone(number), name, where, ...usesOf(settings, number).map(({ text }) => text)].join(' ');
}

/** Which numbers are shown, and the import. */
function Beside({ isAny }: { isAny: boolean }): VNode {
  return (
    <>
      {isAny && (
        <FilterSelect
          name="show"
          label="Which numbers"
          value={place.value.query.get('show') ?? undefined}
          all="In your accounts"
          choices={Object.entries(SHOWN).map(([name, [label]]) => [name, label] as const)}
        />
      )}
      {mayOrder() && (
        <a class="button" href={withQuery({ over: 'import-numbers', key: undefined })}>
          <Icon name="import" /> Import numbers
        </a>
      )}
    </>
  );
}

/** Returns the place of a number, and its name at the carrier unless that says the same. */
function whereText({ name, place: where, number }: Bought): string {
  const isNamed = name !== '' && name !== number && name !== formatPhone(number) && !where.includes(name);
  return [...(isNamed ? [name] : []), ...(where === '' ? [] : [where])].join(' · ');
}

function cellsOf(number: Bought, settings: DniSettings): (VNode | string)[] {
  const { kind, label, note } = stateWords(number);
  return [
    isHeld(number) ? <Uses number={number} settings={settings} /> : '',
    carrierName(number.carrier),
    number.monthly_price === 0 ? (
      <span class="soft">unknown</span>
    ) : (
      money(number.monthly_price, number.currency)
    ),
    <>
      <StatusChip kind={kind} label={label} />
      {note !== undefined && <span class="under long">{note}</span>}
    </>,
  ];
}

function isUnused({ number }: Bought, settings: DniSettings): boolean {
  return usesOf(settings, number).length === 0;
}
