/** Shows a new secret once, to be copied. */
import type { ComponentChildren, VNode } from 'preact';
import { Code, CopyButton } from './code.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from '../notice.tsx';

interface SecretProps {
  title: string;
  secret: string;
  /** Explains the use of the secret, and what happens to the previous one. */
  children?: ComponentChildren;
  onClose: () => void;
}

export function Secret({ title, secret, children, onClose }: SecretProps): VNode {
  return (
    <Dialog title={title} size="narrow" onClose={onClose}>
      <Notice kind="warning">Copy it now: it is not shown again.</Notice>
      <Code label={title} code={secret} />
      {children}
      <div class="dialog-foot">
        <button type="button" class="button" onClick={onClose}>
          Done
        </button>
        <CopyButton class="primary" text={secret} />
      </div>
    </Dialog>
  );
}
