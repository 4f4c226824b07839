/** The dialog to paste many locations or numbers. It shows the result of each row before anything changes. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from '../../../components/over/dialog.tsx';
import { Form } from '../../../forms/fields.tsx';
import { SheetFileInput } from '../../../forms/sheet/sheet-file.tsx';
import { later } from '../../../components/parts/lazy.tsx';
import { close } from '../../../address/router.ts';
import type { DniSettings } from '../../draft/dni-settings.ts';
import type { Foot } from './pasted-rows.tsx';
import type { PasteList } from './sheet/headers.ts';

/** Loads the preview too: nobody adds rows that they have not seen. */
const loadRows = async () => {
  const [{ PastedRows: Rows }] = await Promise.all([import('./pasted-rows.tsx'), import('./preview.tsx')]);
  return Rows;
};
const PastedRows = later(loadRows);

const EXAMPLES: Record<PasteList, string> = {
  locations: 'Branch, Address, City, State, ZIP',
  numbers: 'Number, Branch, Source',
};

export function Paste({ settings, list }: { settings: DniSettings; list: PasteList }): VNode {
  const [text, setText] = useState('');
  const take = useRef<(form: HTMLFormElement) => void>(null);
  const leave = (): void => close(['over', 'key', 'of']);
  const foot: Foot = (what, isReady) => <PasteFoot what={what} isReady={isReady} leave={leave} />;
  // Errors appear when rows are there.
  useEffect(() => void loadRows().catch(() => {}), []);
  return (
    <Dialog title={`Paste ${list}`} size="wide" onClose={leave}>
      <Form name="paste" error={undefined} onSubmit={(form) => take.current?.(form)}>
        <PasteBox list={list} text={text} setText={setText} />
        {text.trim() === '' ? (
          foot('', false)
        ) : (
          <PastedRows settings={settings} list={list} text={text} leave={leave} take={take} foot={foot} />
        )}
      </Form>
    </Dialog>
  );
}

function PasteBox({
  list,
  text,
  setText,
}: {
  list: PasteList;
  text: string;
  setText: (text: string) => void;
}): VNode {
  return (
    <div class="field">
      <label>
        Rows from a spreadsheet or CSV, with the column names in the first row
        <textarea
          class="pasted-text"
          placeholder={`${EXAMPLES[list]} …`}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <SheetFileInput
        label="Or choose a file, Excel or CSV:"
        take={async (csv) => setText(await csv.text())}
      />
    </div>
  );
}

/** The buttons below the rows. @param what what is added, such as `12 locations`; '' for nothing */
function PasteFoot({ what, isReady, leave }: { what: string; isReady: boolean; leave: () => void }): VNode {
  return (
    <div class="dialog-foot">
      <button type="button" class="button" onClick={leave}>
        Cancel
      </button>
      <button type="submit" class="button primary" disabled={!isReady}>
        Add {what || 'rows'} to draft
      </button>
    </div>
  );
}
