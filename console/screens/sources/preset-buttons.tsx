/** Buttons that add the usual sources to the draft, each with one press. */
import type { ComponentChildren, VNode } from 'preact';
import { Icon } from '../../components/icon.tsx';
import { toast } from '../../components/over/toasts.tsx';
import type { DniSettings, SourceRule } from '../draft/dni-settings.ts';
import { changeDraft } from '../draft/draft.ts';
import { visitsOf } from './preset-visits.ts';
import { knownSource, PRESETS, withSources } from './presets.ts';

/** Shows a button for each usual source that the company does not have. */
export function PresetButtons({
  settings,
  children,
}: {
  settings: DniSettings;
  children?: ComponentChildren;
}): VNode | null {
  const open = PRESETS.filter(({ rule }) => knownSource(settings, rule.name) === undefined);
  if (open.length === 0 && children === undefined) return null;
  return (
    <div class="row tools">
      {open.map(({ rule }) => (
        <button
          key={rule.name}
          type="button"
          class="button slim"
          title={`Adds ${visitsOf(rule)}`}
          onClick={() => add(rule)}
        >
          <Icon name="plus" size={16} /> {rule.name}
        </button>
      ))}
      {children}
    </div>
  );
}

function add(rule: SourceRule): void {
  const undo = changeDraft((now) => withSources(now, [rule]));
  toast(`${rule.name} added to the draft: ${visitsOf(rule)}.`, undo);
}
