/** The menu that answers before anybody rings, among the rules for all calls, a location or a number. */
import type { VNode } from 'preact';
import { Options, SelectField } from '../../../forms/fields.tsx';
import type { CallRules, Rules } from '../phone-settings.ts';
import { type Names, ruleName, ruleText } from '../rule-words.ts';
import { INHERITED } from '../text-rule-field.tsx';

interface MenuChoiceProps {
  before: Rules;
  inherited: CallRules;
  isAll: boolean;
  names: Names;
}

/** The choice of a menu; left out while there is none. */
export function MenuChoice({ before, inherited, isAll, names }: MenuChoiceProps): VNode | null {
  if (names.menus.size === 0 && typeof before.menu !== 'string') return null;
  const as = isAll ? 'Default' : 'As all calls';
  return (
    <SelectField
      label={ruleName('menu')}
      name="/menu"
      hint="The menu asks the caller for a key. What is below holds where its keys do not say otherwise."
      defaultValue={before.menu === undefined ? INHERITED : JSON.stringify(before.menu)}
      gone="a removed menu"
    >
      <option value={INHERITED}>
        {as}: {ruleText('menu', inherited.menu, names)}
      </option>
      <option value="null">no</option>
      <Options of={[...names.menus].map(([id, name]) => [JSON.stringify(id), name])} />
    </SelectField>
  );
}

/** Reads the choice. @param text of the field; empty or absent for what is inherited */
export function menuRule(text: string): Pick<Rules, 'menu'> {
  return text === INHERITED ? {} : { menu: JSON.parse(text) as string | null };
}
