/**
 * Keeps texts current that the browser's translator has replaced. A translator puts `<font>` elements in the place of a text and
 * drops its node, which Preact goes on changing unseen. A node that changes takes its place again, and is translated anew.
 */

/** Watches the texts below a node for as long as the page is open. */
export function followTranslator(root: Node): void {
  /** What stands in the place of a text. */
  const translations = new WeakMap<Node, ChildNode>();
  const observer = new MutationObserver((records) => {
    /** The translations that have come, and stand for no text yet. */
    const fresh = new Set<Node>();
    for (const record of records) {
      const { type, target } = record;
      if (type === 'childList') note(record, fresh);
      else if (!target.isConnected) translations.get(target)?.replaceWith(target);
    }
  });
  const note = (
    { removedNodes, addedNodes, nextSibling, previousSibling }: MutationRecord,
    fresh: Set<Node>,
  ): void => {
    for (const node of addedNodes) if (node.nodeName === 'FONT') fresh.add(node);
    for (const node of removedNodes) {
      if (node.nodeType !== Node.TEXT_NODE) continue;
      // It comes with the removal, or just before, beside the text.
      const font = [...addedNodes, previousSibling, nextSibling].find((each) => each && fresh.delete(each));
      if (!font) continue;
      translations.set(node, font as ChildNode);
      observer.observe(node, { characterData: true });
    }
  };
  observer.observe(root, { childList: true, subtree: true });
}
