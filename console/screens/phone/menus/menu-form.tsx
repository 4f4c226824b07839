/** The form of a menu: what it says, and where each key leads. It saves into the draft, with Undo. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../../components/over/dialog.tsx';
import { toast } from '../../../components/over/toasts.tsx';
import { Form, Options, SelectField, Submit, TextAreaField, TextField } from '../../../forms/fields.tsx';
import { textOf, valuesOf } from '../../../forms/form-values.ts';
import { refusalOf } from '../../../forms/saving.ts';
import { settleForm } from '../../../typed/typed.ts';
import { close } from '../../../address/router.ts';
import { useNames } from '../names.ts';
import { changePhone } from '../phone-draft.ts';
import { type Menu, menusIn, type PhoneSettings, withMenu } from '../phone-settings.ts';
import { faultsOfRows, faultsOfWays, type KeyRow, keysOf, newMenuId, rowsOfMenu } from './key-rows.ts';
import { KeyFields } from './key-fields.tsx';

const leave = (): void => close(['over', 'key']);

/** @param props `id`: of the menu; absent for a new one */
export function MenuForm({ settings, id }: { settings: PhoneSettings; id: string | undefined }): VNode {
  const [before] = useState(id === undefined ? undefined : menusIn(settings)[id]);
  const [rows, setRows] = useState<readonly KeyRow[]>(rowsOfMenu(before));
  const [error, setError] = useState<unknown>();
  const save = (form: HTMLFormElement): void => {
    const values = valuesOf(form);
    const [name, greeting] = [textOf(values, '/name'), textOf(values, '/greeting')];
    const to = id ?? newMenuId(name, settings);
    const closed = textOf(values, '/closed_menu');
    const reading = { country: undefined, before: ringsOf(before) };
    const faults = [...missing({ name, greeting }), ...faultsOfRows(rows, reading)];
    if (faults.length > 0) return setError(refusalOf(faults));
    const menu: Menu = {
      name,
      greeting,
      ...keysOf(rows, reading),
      closed_menu: closed === '' ? null : closed,
    };
    const astray = faultsOfWays(settings, to, menu);
    if (astray.length > 0) return setError(refusalOf(astray));
    settleForm(form);
    put(to, menu, `The menu ${name} changed in the draft.`);
  };
  return (
    <Dialog title={before === undefined ? 'New menu' : `Menu: ${before.name}`} onClose={leave}>
      <Form name="menu" error={error} onSubmit={save} state={{ value: rows, set: restore(setRows) }}>
        <Texts before={before} id={id} />
        <KeyFields {...{ rows, setRows }} self={id} />
        <Foot
          {...(id === undefined || before === undefined
            ? {}
            : { drop: (form) => remove(form, id, before.name) })}
        />
      </Form>
    </Dialog>
  );
}

/** Name, greeting, and the menu that answers instead while the location is closed. */
function Texts({ before, id }: { before: Menu | undefined; id: string | undefined }): VNode {
  const { menus } = useNames();
  const others = [...menus].filter(([other]) => other !== id);
  return (
    <>
      <TextField
        label="Name"
        name="/name"
        autocomplete="off"
        defaultValue={before?.name ?? ''}
        hint="For you; callers do not hear it"
      />
      <TextAreaField
        label="What callers hear"
        name="/greeting"
        defaultValue={before?.greeting ?? ''}
        placeholder="For sales press 1, for service press 2."
        hint="Say which key leads where. It is said up to three times."
      />
      {others.length > 0 && (
        <SelectField
          label="While the location is closed"
          name="/closed_menu"
          defaultValue={before?.closed_menu ?? ''}
          gone="a removed menu"
        >
          <option value="">this menu too</option>
          <Options of={others} />
        </SelectField>
      )}
    </>
  );
}

function Foot({ drop }: { drop?: (form: HTMLFormElement | null) => void }): VNode {
  return (
    <div class="dialog-foot">
      {drop !== undefined && (
        <button
          type="button"
          class="button plain danger start"
          onClick={({ currentTarget: { form } }) => drop(form)}
        >
          Remove the menu
        </button>
      )}
      <Submit>Save to draft</Submit>
    </div>
  );
}

function missing({
  name,
  greeting,
}: Pick<Menu, 'name' | 'greeting'>): { pointer: string; code: string; detail: string }[] {
  return [
    ...(name === '' ? [{ pointer: '/name', code: 'invalid', detail: 'Give the menu a name.' }] : []),
    ...(greeting === ''
      ? [{ pointer: '/greeting', code: 'invalid', detail: 'Write what callers hear.' }]
      : []),
  ];
}

/** Returns the numbers of a menu, so that those that nobody changes stay as they are. */
function ringsOf(
  menu: Menu | undefined,
): Exclude<Extract<Menu['default'], { ring: unknown }>['ring'], 'location'> {
  if (menu === undefined) return [];
  return [...Object.values(menu.keys), menu.default].flatMap((target) =>
    'ring' in target && target.ring !== 'location' ? target.ring : [],
  );
}

function remove(form: HTMLFormElement | null, id: string, name: string): void {
  settleForm(form);
  put(id, undefined, `The menu ${name} removed in the draft.`);
}

function put(id: string, menu: Menu | undefined, done: string): void {
  toast(
    done,
    changePhone((settings) => withMenu(settings, id, menu)),
  );
  leave();
}

function restore(set: (rows: readonly KeyRow[]) => void): (value: unknown) => void {
  return (value) => set(value as KeyRow[]);
}
