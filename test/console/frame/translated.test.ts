// @vitest-environment happy-dom
/** Texts under a browser's translator. */
import { h, render } from 'preact';
import { expect, onTestFinished, test } from 'vitest';
import { followTranslator } from '../../../console/frame/translated.ts';
import { rendered } from '../rendered.ts';

/** Replaces texts as translators do: by an element in the place of each, at once or in two steps. */
function translate(root: Node, words: (text: string) => string, inSteps: boolean): void {
  const nodes = [...root.childNodes];
  for (const node of nodes) {
    if (node.nodeType !== Node.TEXT_NODE) {
      if (node.nodeName !== 'FONT') translate(node, words, inSteps);
      continue;
    }
    const font = document.createElement('font');
    font.append(words(node.textContent ?? ''));
    if (inSteps) {
      root.insertBefore(font, node);
      node.remove();
    } else node.replaceWith(font);
  }
}

function Count({ count }: { count: number }) {
  return h('p', {}, [count, ' missed calls']);
}

test.for([true, false])('a count changes under a translator: in two steps %s', async (inSteps) => {
  const root = document.createElement('main');
  document.body.append(root);
  onTestFinished(() => root.remove());
  const words = (text: string): string => text.replace('missed calls', 'Anrufe verpasst');
  followTranslator(root);
  render(h(Count, { count: 2 }), root);
  await rendered();

  for (const count of [3, 4]) {
    translate(root, words, inSteps);
    await rendered();
    expect(root.textContent).toBe(`${count - 1} Anrufe verpasst`);
    render(h(Count, { count }), root);
    await rendered();
    expect(root.textContent).toBe(`${count} Anrufe verpasst`);
  }
});
