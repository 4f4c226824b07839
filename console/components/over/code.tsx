/** Texts to copy: code, URLs, secrets. */
import type { VNode } from 'preact';
import { toast } from './toasts.tsx';

/** Shows code. @param label its name for screen readers */
export function Code({ label, code }: { label: string; code: string }): VNode {
  return (
    <section aria-label={label}>
      <pre class="code">
        <code>{code}</code>
      </pre>
    </section>
  );
}

export function CopyButton({ text, class: className = '' }: { text: string; class?: string }): VNode {
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => toast('Copied.'),
      () => toast('The browser does not allow copying. Select the text and copy it yourself.'),
    );
  };
  return (
    <button type="button" class={`button ${className}`} onClick={copy}>
      Copy
    </button>
  );
}
