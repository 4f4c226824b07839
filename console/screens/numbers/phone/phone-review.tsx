/** The review of the draft of the call settings before it is published. */
import type { VNode } from 'preact';
import { Refusal } from '../../../api/api.ts';
import { Dialog } from '../../../components/over/dialog.tsx';
import { toast } from '../../../components/over/toasts.tsx';
import { Failure, Notice } from '../../../components/notice.tsx';
import { plural } from '../../../components/text/values.tsx';
import { useSaving } from '../../../forms/saving.ts';
import { close } from '../../../address/router.ts';
import { useNames } from './names.ts';
import { type Phone, publishPhone } from './phone-draft.ts';
import { type Names, partName, partText } from './rule-words.ts';

const leave = (): void => close(['over', 'key']);

export function PhoneReview({ phone: { changes, conflicts, isRebased } }: { phone: Phone }): VNode {
  const names = useNames();
  const { error, isBusy, save } = useSaving(async () => {
    await publishPhone();
    toast('Published. The next call rings by these rules.');
    leave();
  });
  const isStale = error instanceof Refusal && error.problem.status === 412;
  return (
    <Dialog title="Review changes" size="wide" onClose={leave}>
      {isRebased && <Rebased conflicts={conflicts} names={names} />}
      {error !== undefined && !isStale && <Refused error={error} retry={() => save()} />}
      <ul class="differences">
        {changes.map(({ part, before, after }) => (
          <li key={JSON.stringify(part)}>
            <h3>{partName(part, names)}</h3>
            <p>
              <del>{partText(part, before, names)}</del> → <ins>{partText(part, after, names)}</ins>
            </p>
          </li>
        ))}
      </ul>
      <div class="dialog-foot">
        <button type="button" class="button" onClick={leave}>
          Keep editing
        </button>
        <button
          type="button"
          class="button primary"
          disabled={isBusy || changes.length === 0}
          onClick={() => save()}
        >
          Publish {plural(changes.length, 'change')}
        </button>
      </div>
    </Dialog>
  );
}

function Rebased({ conflicts, names }: Pick<Phone, 'conflicts'> & { names: Names }): VNode {
  return (
    <Notice kind="warning">
      Somebody else published in the meantime. Their changes are kept; the list below shows only yours.
      {conflicts.length > 0 && (
        <ul>
          {conflicts.map(({ part, theirs }) => (
            <li key={JSON.stringify(part)}>
              Both of you changed {partName(part, names)}. Your version is kept. Theirs:{' '}
              {partText(part, theirs, names)}.
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

function Refused({ error, retry }: { error: unknown; retry: () => void }): VNode {
  const faults = error instanceof Refusal ? (error.problem.errors ?? []) : [];
  if (faults.length === 0) return <Failure error={error} retry={retry} />;
  return (
    <Notice kind="danger">
      Nothing was published.
      <ul>
        {faults.map(({ pointer = '', detail }) => (
          <li key={pointer + detail}>{detail}</li>
        ))}
      </ul>
    </Notice>
  );
}
