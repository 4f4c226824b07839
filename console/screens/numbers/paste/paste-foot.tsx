/** The buttons below pasted rows. */
import type { VNode } from 'preact';

/** @param what what is added, such as `12 locations`; '' for nothing */
export function PasteFoot({
  what,
  isReady,
  leave,
}: {
  what: string;
  isReady: boolean;
  leave: () => void;
}): VNode {
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
