/** Opens the dialog to paste many locations or numbers. */
import type { VNode } from 'preact';
import { Icon } from '../../../components/icon.tsx';
import { withQuery } from '../../../address/router.ts';

export function PasteLink(): VNode {
  return (
    <a class="button" href={withQuery({ over: 'paste', key: undefined })}>
      <Icon name="import" /> Paste a list
    </a>
  );
}
