/** Edits the texts that people start from when they write to leads. */
import type { VNode } from 'preact';
import type { TextTemplate } from '../../../../worker/core/company/settings/records.ts';
import { useTemplates } from '../../../api/company.ts';
import { BareField, TextAreaField } from '../../../forms/fields.tsx';
import { Read } from '../../../components/read.tsx';
import { PLACEHOLDERS } from '../../leads/lead/timeline/placeholders.ts';
import { type ChangeRow, RowEditor } from './row-editor.tsx';

export function TemplateList(): VNode {
  const shown = useTemplates();
  const { answer } = shown;
  return (
    <>
      <p class="soft intro">
        Texts to start from when you write to a lead. These words are filled in:{' '}
        {PLACEHOLDERS.map(([name, meaning]) => `{${name}} (${meaning})`).join(', ')}.
      </p>
      <Read shown={shown}>
        {() =>
          answer && (
            <RowEditor<TextTemplate>
              form="templates"
              part="/lead_settings/templates"
              answer={answer}
              one="template"
              blank={() => ({ name: '', text: '' })}
              finished={(template) => template}
              nameOf={({ name }) => name || 'the new template'}
              mayRemove={() => true}
              line={(template, change, index) => (
                <TemplateLine template={template} change={change} index={index} />
              )}
            />
          )
        }
      </Read>
    </>
  );
}

interface TemplateLineProps {
  template: TextTemplate;
  change: ChangeRow<TextTemplate>;
  index: number;
}

function TemplateLine({ template, change, index }: TemplateLineProps): VNode {
  return (
    <div class="grow template">
      <BareField
        name={`/${index}/name`}
        label={`Name of template ${index + 1}`}
        placeholder="Name"
        autocomplete="off"
        value={template.name}
        onInput={({ currentTarget: { value } }) => change({ ...template, name: value })}
      />
      <TextAreaField
        name={`/${index}/text`}
        label={`Text of template ${index + 1}`}
        value={template.text}
        onInput={({ currentTarget: { value } }) => change({ ...template, text: value })}
      />
    </div>
  );
}
