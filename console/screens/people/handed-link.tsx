/** Shows a new link: it is on its way by mail, or to be handed over. */
import type { VNode } from 'preact';
import { Dialog } from '../../components/over/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { Code, CopyButton } from '../../components/over/code.tsx';

interface HandedLinkProps {
  title: string;
  link: string | undefined;
  /** The address of the person. */
  who: string;
  isMailed: boolean;
  /** How long it works, as the end of a sentence. */
  validity: string;
  onClose: () => void;
}

export function HandedLink({ title, link = '', who, isMailed, validity, onClose }: HandedLinkProps): VNode {
  return (
    <Dialog title={title} size="narrow" onClose={onClose}>
      <Notice kind={isMailed ? 'good' : 'warning'}>
        {isMailed
          ? `The link is on its way to ${who}. You can also give it to them yourself.`
          : `Mail is not set up here, so give this link to ${who} yourself.`}{' '}
        It works {validity}. Copy it now: it is not shown again.
      </Notice>
      <Code label="Link" code={link} />
      <div class="dialog-foot">
        <button type="button" class="button" onClick={onClose}>
          Done
        </button>
        <CopyButton class="primary" text={link} />
      </div>
    </Dialog>
  );
}
