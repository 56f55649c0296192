import type { Page } from '@playwright/test';

/** Changes a page like browser translators: wraps each text in two elements. */
export const translatePage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const left = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEXTAREA', 'INPUT', 'FONT']);
    const swap = (text: Text) => {
      const parent = text.parentElement;
      if (!text.data.trim() || !parent || left.has(parent.tagName) || parent.closest('[translate=no]')) return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    };
    const swapAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) swap(text);
    };
    swapAll(document.body);
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData') swap(target as Text);
        for (const node of addedNodes) {
          if (node instanceof Text) swap(node);
          else if (node instanceof Element && node.tagName !== 'FONT') swapAll(node);
        }
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
