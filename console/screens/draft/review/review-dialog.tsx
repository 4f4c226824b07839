/** The dialog that shows the changes of a draft before they are published. */
import { type ComponentChildren, Fragment, type VNode } from 'preact';
import { type Fault, Refusal } from '../../../api/api.ts';
import { summaryOf } from '../../../api/fault-words.ts';
import { close } from '../../../address/router.ts';
import { Failure, Notice } from '../../../components/notice.tsx';
import { Dialog } from '../../../components/over/dialog.tsx';
import { toast } from '../../../components/over/toasts.tsx';
import { formatPhone, plural } from '../../../components/text/values.tsx';
import { useSaving } from '../../../forms/saving.ts';

/** The entry of a value of the settings. */
export interface FaultPlace {
  /** The name of the entry, which leads to its form. */
  name: string;
  href: string;
  /** The name of the value in the form; empty for the entry itself. */
  value: string;
}

interface FaultLinksProps {
  faults: readonly Fault[];
  placeOf: (pointer: string) => FaultPlace;
  /** Returns the name of an id that an error may quote. */
  nameOf?: ((id: string) => string) | undefined;
}

/** The most entries named for one error. */
const MOST_NAMED = 20;

/** Lists errors and warnings with links to the forms of their entries. What is wrong with several is said once. */
export function FaultLinks({ faults, placeOf, nameOf = (id) => id }: FaultLinksProps): VNode {
  const groups = new Map<string, Map<string, FaultPlace>>();
  for (const fault of faults) {
    const place = placeOf(fault.pointer ?? '');
    const text = inNames(
      summaryOf(fault, () => place.value),
      nameOf,
    );
    groups.set(text, (groups.get(text) ?? new Map<string, FaultPlace>()).set(place.name, place));
  }
  return (
    <ul>
      {[...groups].map(([text, places]) => (
        <li key={text}>
          {[...places.values()].slice(0, MOST_NAMED).map(({ name, href }, index) => (
            <Fragment key={name}>
              {index > 0 && ', '}
              <a href={href}>{name}</a>
            </Fragment>
          ))}
          {places.size > MOST_NAMED && ` and ${plural(places.size - MOST_NAMED, 'other')}`}: {text}
        </li>
      ))}
    </ul>
  );
}

/** Writes the ids and numbers of a text of the API as people know them. */
function inNames(text: string, nameOf: (id: string) => string): string {
  return text
    .replaceAll(/"([\w.:-]+)"/g, (quoted, id: string) => (nameOf(id) === id ? quoted : `“${nameOf(id)}”`))
    .replaceAll(/\+[1-9]\d{6,14}\b/g, formatPhone);
}

interface ReviewDialogProps extends Pick<FaultLinksProps, 'placeOf' | 'nameOf'> {
  /** How many changes there are. */
  count: number;
  isRebased: boolean;
  /** What two people have changed differently. */
  conflicts: readonly { name: string; theirs: string }[];
  publish: () => Promise<void>;
  /** What is said when it is published. */
  done: string;
  /** What is shown above the changes unless publishing failed. */
  ahead?: ComponentChildren;
  /** The changes. */
  children: ComponentChildren;
}

export function ReviewDialog(props: ReviewDialogProps): VNode {
  const { count, isRebased, publish, done, placeOf, nameOf, ahead, children } = props;
  const leave = (): void => close(['over', 'key']);
  const { error, isBusy, save } = useSaving(async () => {
    await publish();
    toast(done);
    leave();
  });
  const { status, errors = [] } = error instanceof Refusal ? error.problem : {};
  return (
    <Dialog title="Review changes" size="wide" onClose={leave}>
      {isRebased && <Rebased {...props} />}
      {error === undefined
        ? ahead
        : status !== 412 &&
          (errors.length === 0 ? (
            <Failure error={error} retry={save} />
          ) : (
            <Notice kind="danger">
              Nothing was published. {plural(errors.length, 'entry needs', 'entries need')} fixing:
              <FaultLinks faults={errors} placeOf={placeOf} nameOf={nameOf} />
            </Notice>
          ))}
      {children}
      <div class="dialog-foot">
        <button type="button" class="button" onClick={leave}>
          Keep editing
        </button>
        <button type="button" class="button primary" disabled={isBusy || count === 0} onClick={() => save()}>
          Publish {plural(count, 'change')}
        </button>
      </div>
    </Dialog>
  );
}

/** Warns that another user has published since the draft was started, and lists the conflicts. */
function Rebased({ conflicts }: Pick<ReviewDialogProps, 'conflicts'>): VNode {
  return (
    <Notice kind="warning">
      Somebody else published in the meantime. Their changes are kept; the list below shows only yours.
      {conflicts.length > 0 && (
        <ul>
          {conflicts.map(({ name, theirs }) => (
            <li key={name}>
              Both of you changed {name}. Your version is kept. Theirs: {theirs}.
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
