/** A secret that is shown once, to be copied to where it is needed. */
import type { ComponentChildren, VNode } from 'preact';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';
import { toast } from './toasts.tsx';

interface SecretProps {
  title: string;
  secret: string;
  /** What it is for, and what becomes of the former one. */
  children?: ComponentChildren;
  onClose: () => void;
}

export function Secret({ title, secret, children, onClose }: SecretProps): VNode {
  const copy = (): void => {
    navigator.clipboard.writeText(secret).then(
      () => toast('Copied.'),
      () => toast('Select the text and copy it.'),
    );
  };
  return (
    <Dialog title={title} size="narrow" onClose={onClose}>
      <Notice kind="warning">Copy it now: it is not shown again.</Notice>
      <pre class="secret">
        <code>{secret}</code>
      </pre>
      {children}
      <div class="dialog-foot">
        <button type="button" class="button" onClick={onClose}>
          Done
        </button>
        <button type="button" class="button primary" onClick={copy}>
          Copy
        </button>
      </div>
    </Dialog>
  );
}
