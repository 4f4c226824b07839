/** The dialog for callers that are refused, and numbers of the account that are in no DNI settings. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../components/over/dialog.tsx';
import { toast } from '../../components/over/toasts.tsx';
import { DialogSubmit, Form, TextAreaField } from '../../forms/fields.tsx';
import { valuesOf } from '../../forms/form-values.ts';
import { settleForm } from '../../typed/typed.ts';
import { close } from '../../address/router.ts';
import { phoneInField, typedPhone } from '../../forms/phone/home-country.ts';
import { isPhone } from '../../forms/phone/e164.ts';
import { refusalOf } from '../../forms/saving.ts';
import { changePhone } from './phone-draft.ts';
import type { PhoneSettings } from './phone-settings.ts';

const LISTS = ['blocked', 'unlisted_numbers'] as const;
type Lists = Pick<PhoneSettings, (typeof LISTS)[number]>;

const leave = (): void => close(['over', 'key']);

export function CallersForm({ settings }: { settings: PhoneSettings }): VNode {
  const [before] = useState(settings);
  const [error, setError] = useState<unknown>();
  const save = (form: HTMLFormElement): void => {
    const typed = readLists(form);
    const faults = LISTS.flatMap((list) => faultsOf(`/${list}`, typed[list]));
    if (faults.length > 0) return setError(refusalOf(faults));
    settleForm(form);
    saveLists(before, typed);
    leave();
  };
  return (
    <Dialog title="Blocked callers and further numbers" size="narrow" onClose={leave}>
      <Form name="callers" error={error} onSubmit={save}>
        <TextAreaField
          label="Blocked callers"
          name="/blocked"
          defaultValue={before.blocked.map(phoneInField).join('\n')}
          hint="One per line. Their calls are refused."
        />
        <TextAreaField
          label="Further numbers of your account"
          name="/unlisted_numbers"
          defaultValue={before.unlisted_numbers.map(phoneInField).join('\n')}
          hint="Numbers that take calls but are shown on no page, one per line."
        />
        <DialogSubmit>Save to draft</DialogSubmit>
      </Form>
    </Dialog>
  );
}

function readLists(form: HTMLFormElement): Lists {
  const values = valuesOf(form);
  const listOf = (list: keyof Lists): string[] =>
    String(values[`/${list}`] ?? '')
      .split(/[\n,;]+/)
      .map((line) => typedPhone(line.trim()))
      .filter((number) => number !== '');
  return { blocked: listOf('blocked'), unlisted_numbers: listOf('unlisted_numbers') };
}

function saveLists(before: Lists, typed: Lists): void {
  const undo = changePhone((now) => ({
    ...now,
    blocked: listAfter(now.blocked, before.blocked, typed.blocked),
    unlisted_numbers: listAfter(now.unlisted_numbers, before.unlisted_numbers, typed.unlisted_numbers),
  }));
  toast('Lists changed in the draft.', undo);
}

/** Returns the list with what was added and without what was removed here. Others' changes stay. */
function listAfter(now: readonly string[], before: readonly string[], typed: readonly string[]): string[] {
  const kept = now.filter((number) => typed.includes(number) || !before.includes(number));
  return [...new Set([...kept, ...typed])];
}

function faultsOf(
  pointer: string,
  numbers: readonly string[],
): { pointer: string; code: string; detail: string }[] {
  return numbers
    .filter((number) => !isPhone(number))
    .map((number) => ({ pointer, code: 'invalid_phone', detail: `“${number}” is not a phone number.` }));
}
