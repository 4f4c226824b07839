/** Checks a page and shows the findings, with how to fix each. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../api/api.ts';
import { mayWrite } from '../../api/user.ts';
import { toast } from '../../components/over/toasts.tsx';
import { Form, TextField } from '../../forms/fields.tsx';
import { textOf, valuesOf } from '../../forms/form-values.ts';
import { Icon, type IconName } from '../../components/icon.tsx';
import { useSaving } from '../../forms/saving.ts';
import { formatPhone, plural } from '../../components/text/values.tsx';
import { changeDraft } from '../draft/draft.ts';
import { debugAddress } from './seen-sites.tsx';
import { type Finding, type SiteCheck as Checked, sitePath } from './site-api.ts';

const LEVELS: Record<Finding['level'], { icon: IconName; name: string }> = {
  danger: { icon: 'warning', name: 'Error' },
  warning: { icon: 'warning', name: 'Warning' },
  info: { icon: 'info', name: 'Good to know' },
  ok: { icon: 'check', name: 'OK' },
};

const KINDS: Record<Checked['numbers'][number]['kind'], string> = {
  target: 'swapped',
  tracking: 'a tracking number, printed',
  other: 'stays as it is',
  unknown: 'not in the settings',
};

/** Checks a page of the site. @param page the initial address in the field */
export function SiteCheck({ page }: { page: string }): VNode {
  const [checked, setChecked] = useState<Checked>();
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    const url = textOf(valuesOf(form), '/url');
    // The previous result does not belong to this check.
    setChecked(undefined);
    setChecked((await ask<Checked>(sitePath('/check'), { method: 'POST', body: { url } })).body);
  });
  return (
    <section class="card padded">
      <h2>Check a page</h2>
      <Form name="site-check" error={error} onSubmit={save}>
        <TextField
          label="Address of the page"
          name="/url"
          type="url"
          autocomplete="off"
          defaultValue={page}
          hint="A public page of your site with a phone number on it."
        />
        <button type="submit" class="button" disabled={isBusy}>
          {isBusy ? 'Reading the page…' : 'Check the page'}
        </button>
      </Form>
      <div aria-live="polite">{checked !== undefined && <Outcome checked={checked} />}</div>
    </section>
  );
}

function Outcome({ checked: { url, findings, numbers } }: { checked: Checked }): VNode {
  return (
    <>
      <h3 class="checked">
        {url}{' '}
        <a href={debugAddress(url)} target="_blank" rel="noopener noreferrer">
          Open it with the debug panel
        </a>
      </h3>
      <ul class="findings">
        {findings.map((finding) => (
          <FindingItem key={finding.code + finding.what} finding={finding} />
        ))}
      </ul>
      {numbers.length > 0 && <NumberList numbers={numbers} />}
    </>
  );
}

function FindingItem({ finding: { level, what, why, fix } }: { finding: Finding }): VNode {
  return (
    <li class={`finding ${level}`}>
      <Icon name={LEVELS[level].icon} />
      <div>
        <p>
          <span class="unseen">{LEVELS[level].name}: </span>
          <b>{what}</b>
        </p>
        <p class="soft">{why}</p>
        {fix !== '' && <p>{fix}</p>}
      </div>
    </li>
  );
}

/** Adds a number to those that stay as they are. */
function StaysButton({ number }: { number: string }): VNode {
  const keep = (): void => {
    const undo = changeDraft((now) => ({
      ...now,
      other_numbers: [...new Set([...(now.other_numbers ?? []), number])],
    }));
    toast(`${formatPhone(number)} stays as it is, in the draft.`, undo);
  };
  return (
    <button type="button" class="link" onClick={keep}>
      That is fine
    </button>
  );
}

function NumberList({ numbers }: Pick<Checked, 'numbers'>): VNode {
  return (
    <>
      <h3 class="checked">Numbers on the page</h3>
      <ul class="findings">
        {numbers.map(({ number, kind, texts, links }) => (
          <li key={number}>
            <b class="nowrap">{formatPhone(number)}</b> {KINDS[kind]}{' '}
            <span class="soft">
              (printed {plural(texts, 'time')}, {plural(links, 'link')})
            </span>
            {kind === 'unknown' && mayWrite() && <StaysButton number={number} />}
          </li>
        ))}
      </ul>
    </>
  );
}
