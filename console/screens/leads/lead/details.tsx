/** All values of a lead, each edited in place. */
import { signal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { VISIT_LABELS, VISIT_MEMBERS } from '../../../../worker/dni/pure/lead-visits.ts';
import { channelName } from '../../../../worker/dni/pure/channels.ts';
import { type LeadField, useFields, useGroups } from '../../../api/company.ts';
import { Fact } from '../../../components/text/fact.tsx';
import { fieldTexts } from '../../../components/text/field-text.ts';
import { BareField, BareSelect, Options } from '../../../forms/fields.tsx';
import { formatPhone, plural } from '../../../components/text/values.tsx';
import { filledValues } from './values/filled-values.ts';
import { ValueInputs } from './values/value-inputs.tsx';
import type { Resource } from '../../../api/resource.ts';
import { Editable } from './editable.tsx';
import { EmailInputs, PhoneInputs, WordInputs } from './values/identifiers.tsx';
import type { Lead } from './lead.ts';

const REST = 'Other fields';
const EMPTY_SETTING = 'leadline.empty-fields';

/** Whether fields without a value are shown, in this browser. */
const showsEmpty = signal(localStorage.getItem(EMPTY_SETTING) === 'shown');

interface DetailsProps {
  lead: Lead;
  resource: Resource<Lead>;
}

export function Details({ lead, resource }: DetailsProps): VNode {
  const { data: fields = [] } = useFields();
  const [hasRoom] = useState(() => matchMedia('(width >= 60rem)').matches);
  const groups = Object.groupBy(fields, ({ field_group: group }) => group || REST);
  const emptyCount = countEmpty(lead, fields);
  return (
    <div class={`details ${showsEmpty.value ? '' : 'brief'}`}>
      <Section title="Person" isOpen>
        <Name lead={lead} resource={resource} />
        <Identifiers lead={lead} resource={resource} />
        <Group lead={lead} resource={resource} />
      </Section>
      {VISIT_MEMBERS.some((member) => lead[member] !== undefined) && (
        <Section title="Visits" isOpen={hasRoom}>
          <Visits lead={lead} />
        </Section>
      )}
      {Object.entries(groups).map(([group, members = []]) => (
        <Section key={group} title={group} isOpen={hasRoom}>
          {members.map((field) => (
            <FieldValue key={field.name} field={field} lead={lead} resource={resource} />
          ))}
        </Section>
      ))}
      {emptyCount > 0 && (
        <button type="button" class="link small" aria-expanded={showsEmpty.value} onClick={toggleEmpty}>
          {showsEmpty.value ? 'Hide empty fields' : `Show ${plural(emptyCount, 'empty field')}`}
        </button>
      )}
    </div>
  );
}

function toggleEmpty(): void {
  showsEmpty.value = !showsEmpty.value;
  localStorage.setItem(EMPTY_SETTING, showsEmpty.value ? 'shown' : 'hidden');
}

/** Counts the members and fields of a lead that have no value. */
function countEmpty(lead: Lead, fields: readonly LeadField[]): number {
  const { name = '', phones, emails, source_tags: sources, tags = [], lead_fields: values } = lead;
  const members = [name, phones, emails, sources, tags, ...fields.map((field) => values[field.name] ?? [])];
  return members.filter(({ length }) => length === 0).length;
}

/** Shows where the visits came from that led to the lead's calls and texts. */
function Visits({ lead }: { lead: Lead }): VNode {
  return (
    <dl class="known">
      {VISIT_MEMBERS.map((member) => {
        const value = lead[member];
        if (value === undefined) return null;
        return (
          <Fact key={member} label={VISIT_LABELS[member]}>
            {member.startsWith('source') ? channelName(value) : value}
          </Fact>
        );
      })}
    </dl>
  );
}

/** A section of values. On a phone it starts closed, so that the timeline is near. */
function Section({
  title,
  isOpen,
  children,
}: {
  title: string;
  isOpen: boolean;
  children: ComponentChildren;
}): VNode {
  return (
    <details class="card" open={isOpen}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {children}
    </details>
  );
}

function Name({ lead, resource }: DetailsProps): VNode {
  return (
    <Editable
      label="Name"
      lead={resource}
      read={({ name = '' }) => name}
      write={(name) => ({ name: name.trim() === '' ? null : name })}
      show={lead.name}
      edit={(name, set) => (
        <BareField
          name="/name"
          label="Name"
          autocomplete="off"
          value={name}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )}
    />
  );
}

function Identifiers({ lead, resource }: DetailsProps): VNode {
  return (
    <>
      <Editable
        label="Phones"
        lead={resource}
        read={({ phones }) => phones}
        write={(phones) => ({ phones: phones.filter(({ phone }) => phone.trim() !== '') })}
        show={lead.phones.length === 0 ? undefined : <Phones lead={lead} />}
        edit={(phones, set) => <PhoneInputs phones={phones} set={set} />}
      />
      <Editable
        label="E-mails"
        lead={resource}
        read={({ emails }) => emails}
        write={(emails) => ({ emails: emails.filter(({ email }) => email.trim() !== '') })}
        show={lead.emails.length === 0 ? undefined : <Emails lead={lead} />}
        edit={(emails, set) => <EmailInputs emails={emails} set={set} />}
      />
      <Editable
        label="Source"
        lead={resource}
        read={({ source_tags: sources }) => sources}
        write={(sources) => ({ source_tags: filled(sources) })}
        show={lead.source_tags.length === 0 ? undefined : <Tags tags={lead.source_tags.map(channelName)} />}
        edit={(sources, set) => <WordInputs member="source_tags" one="source" words={sources} set={set} />}
      />
      <Editable
        label="Tags"
        lead={resource}
        read={({ tags = [] }) => tags}
        write={(tags) => ({ tags: filled(tags) })}
        show={lead.tags === undefined ? undefined : <Tags tags={lead.tags} />}
        edit={(tags, set) => <WordInputs member="tags" one="tag" words={tags} set={set} />}
      />
    </>
  );
}

function filled(words: readonly string[]): string[] {
  return words.filter((word) => word.trim() !== '');
}

function Group({ lead, resource }: DetailsProps): VNode {
  const { data: groups = [] } = useGroups();
  return (
    <Editable
      label="Group"
      lead={resource}
      read={({ lead_group: group = '' }) => group}
      write={(group) => ({ lead_group: group })}
      show={groups.find(({ id }) => id === lead.lead_group)?.label}
      edit={(group, set) => (
        <BareSelect
          name="/lead_group"
          label="Group"
          value={group}
          onChange={(event) => set(event.currentTarget.value)}
        >
          <Options of={groups.map(({ id, label }) => [id, label])} />
        </BareSelect>
      )}
    />
  );
}

function FieldValue({ field, lead, resource }: DetailsProps & { field: LeadField }): VNode {
  const texts = fieldTexts(field, lead.lead_fields[field.name]);
  return (
    <Editable
      label={field.label}
      lead={resource}
      read={({ lead_fields: values }): unknown[] => values[field.name] ?? []}
      write={(values) => ({ lead_fields: { [field.name]: filledValues(field, values) } })}
      show={
        texts.length === 0 ? undefined : (
          <ul>
            {texts.map((text) => (
              <li key={text} class="long">
                {text}
              </li>
            ))}
          </ul>
        )
      }
      edit={(values, set) => (
        <ValueInputs rule={field} name={`/lead_fields/${field.name}`} values={values} set={set} />
      )}
    />
  );
}

function Phones({ lead }: { lead: Lead }): VNode {
  return (
    <ul>
      {lead.phones.map(({ phone, type, extension }) => (
        <li key={phone}>
          {formatPhone(phone)}
          {extension !== undefined && ` ext. ${extension}`} <span class="soft small">{type}</span>
        </li>
      ))}
    </ul>
  );
}

function Emails({ lead }: { lead: Lead }): VNode {
  return (
    <ul>
      {lead.emails.map(({ email, type }) => (
        <li key={email} class="long">
          {email} <span class="soft small">{type}</span>
        </li>
      ))}
    </ul>
  );
}

/** Shows each once: a source that was written in two ways has one name. */
function Tags({ tags }: { tags: readonly string[] }): VNode {
  return (
    <span class="row">
      {[...new Set(tags)].map((tag) => (
        <span key={tag} class="chip">
          <span>{tag}</span>
        </span>
      ))}
    </span>
  );
}
