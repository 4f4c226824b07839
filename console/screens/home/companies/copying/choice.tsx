/** The choice of what is copied, from where, and to which companies. */
import { hasText } from '../../../../formats/search.ts';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { OwnMembershipBody } from '../../../../../worker/core/people/memberships/reference.ts';
import { user } from '../../../../api/user.ts';
import {
  CheckField,
  DialogSubmit,
  FieldGroup,
  Form,
  Options,
  SelectField,
  TextField,
} from '../../../../forms/fields.tsx';
import { valuesOf } from '../../../../forms/form-values.ts';
import { plural } from '../../../../components/text/values.tsx';
import { SECTION_NAMES, type SectionName } from './words.ts';

/** What somebody has chosen. */
export interface Chosen {
  from: string;
  sections: SectionName[];
  to: string[];
}

interface ChoiceProps {
  companies: readonly OwnMembershipBody[];
  /** The former choice, after a step back. */
  chosen: Chosen | undefined;
  error: unknown;
  isBusy: boolean;
  onChosen: (chosen: Chosen) => void;
}

const SECTIONS = Object.keys(SECTION_NAMES) as SectionName[];

export function Choice({ companies, chosen, error, isBusy, onChosen }: ChoiceProps): VNode {
  const [from, setFrom] = useState(chosen?.from ?? fromFirst(companies));
  const [to, setTo] = useState<ReadonlySet<string>>(new Set(chosen?.to));
  const others = companies.filter(({ company_id: id }) => id !== from);
  const save = (form: HTMLFormElement): void => {
    const values = valuesOf(form);
    onChosen({
      from,
      sections: SECTIONS.filter((name) => values[`/${name}`] === true),
      to: others.map(({ company_id: id }) => id).filter((id) => to.has(id)),
    });
  };
  return (
    <Form name="copy-settings" class="copying" isKept error={error} onSubmit={save}>
      <p>
        What has the same name in both companies is replaced, what is new is added, and nothing is removed.
        Numbers, locations, people, leads, accounts and secrets are not copied.
      </p>
      <SelectField
        label="Copy from"
        name="/from"
        defaultValue={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      >
        <Options of={companies.map(({ company_id: id, name }) => [id, name])} />
      </SelectField>
      <What chosen={chosen} />
      <Targets companies={others} chosen={to} onChoose={setTo} />
      <DialogSubmit disabled={isBusy}>Review</DialogSubmit>
    </Form>
  );
}

function What({ chosen }: Pick<ChoiceProps, 'chosen'>): VNode {
  return (
    <FieldGroup label="What" name="/sections">
      <div class="checks">
        {SECTIONS.map((name) => {
          const [label, hint] = SECTION_NAMES[name];
          const isChecked = chosen === undefined ? name !== 'retention' : chosen.sections.includes(name);
          return (
            <CheckField key={name} label={label} name={`/${name}`} hint={hint} defaultChecked={isChecked} />
          );
        })}
      </div>
    </FieldGroup>
  );
}

interface TargetsProps {
  companies: readonly OwnMembershipBody[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

function Targets({ companies, chosen, onChoose }: TargetsProps): VNode {
  const [search, setSearch] = useState('');
  const shown = companies.filter(({ name }) => hasText(name, search));
  const ids = shown.map(({ company_id: id }) => id);
  const count = companies.filter(({ company_id: id }) => chosen.has(id)).length;
  const choose = (some: readonly string[], isChosen: boolean): void =>
    onChoose(new Set([...[...chosen].filter((id) => !some.includes(id)), ...(isChosen ? some : [])]));
  return (
    <FieldGroup label="To" name="/to">
      <TextField
        label="Search companies"
        name="/search"
        autocomplete="off"
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      <p class="row">
        <button type="button" class="link" onClick={() => choose(ids, true)}>
          All
        </button>
        <button type="button" class="link" onClick={() => choose(ids, false)}>
          None
        </button>
        <output class="soft">{plural(count, 'company', 'companies')} chosen</output>
      </p>
      <div class="checks targets">
        {shown.map(({ company_id: id, name }) => (
          <CheckField
            key={id}
            label={name}
            name={`/to/${id}`}
            checked={chosen.has(id)}
            onChange={({ currentTarget: { checked } }) => choose([id], checked)}
          />
        ))}
        {shown.length === 0 && <p class="soft">No company with this name.</p>}
      </div>
    </FieldGroup>
  );
}

/** The company of this window, if somebody may copy from it. */
function fromFirst(companies: readonly OwnMembershipBody[]): string {
  const present = companies.find(({ company_id: id }) => id === user.value?.company_id) ?? companies[0];
  return present?.company_id ?? '';
}
