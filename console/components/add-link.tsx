/** A link to the form of a new entry, and lists with this link. */
import type { ComponentChildren, VNode } from 'preact';
import type { DialogName } from '../address/dialogs.ts';
import { withQuery } from '../address/router.ts';
import { Icon, type IconName } from './icon.tsx';
import { Empty } from './notice.tsx';

interface AddLinkProps {
  /** The dialog with the form. */
  over: DialogName;
  label: string;
  /** Whether it is the main action of the screen. */
  isMain?: boolean;
}

export function AddLink({ over, label, isMain = false }: AddLinkProps): VNode {
  return (
    <a class={isMain ? 'button primary' : 'button'} href={withQuery({ over, id: undefined, key: undefined })}>
      <Icon name="plus" /> {label}
    </a>
  );
}

interface AddableListProps extends AddLinkProps {
  icon: IconName;
  /** The text while there are no entries. */
  empty: string;
  isEmpty: boolean;
  /** What entries may look like, shown while there are none. */
  example?: VNode;
  children: ComponentChildren;
}

/** A list with the link above it, or a text and the link while it is empty. */
export function AddableList(props: AddableListProps): VNode {
  const { over, label, icon, empty, isEmpty, example, children } = props;
  const add = <AddLink over={over} label={label} />;
  if (isEmpty) {
    return (
      <Empty icon={icon} text={empty}>
        {add}
        {example}
      </Empty>
    );
  }
  return (
    <>
      <div class="row end tools">{add}</div>
      {children}
    </>
  );
}
