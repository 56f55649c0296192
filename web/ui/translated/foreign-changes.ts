const replacements = new WeakMap<Node, Element>();

/**
 * Keeps React working while browser translators and extensions change the page. Restores a replaced text before React
 * changes it.
 */
export function bearForeignChanges(): void {
  const observer = new MutationObserver(note);
  observer.observe(document.body, { childList: true, subtree: true });
  const putBack = (node: Node) => {
    if (node.parentNode) return;
    note(observer.takeRecords());
    const standing = replacements.get(node);
    replacements.delete(node);
    if (standing?.isConnected) standing.replaceWith(node);
  };

  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode !== this) putBack(child);
    if (child.parentNode !== this && !this.contains(child)) return child;
    return removeChild.call(child.parentNode!, child) as T;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    if (before && before.parentNode !== this) putBack(before);
    let place = before;
    while (place && place.parentNode !== this) place = this.contains(place) ? place.parentNode : null;
    return insertBefore.call(this, node, place) as T;
  };
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')!;
  Object.defineProperty(Text.prototype, 'nodeValue', {
    ...value,
    set(this: Text, text: string | null) {
      putBack(this);
      value.set!.call(this, text);
    },
  });
}

function note(records: readonly MutationRecord[]): void {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    for (const removed of removedNodes) {
      if (removed.nodeType !== Node.TEXT_NODE) continue;
      const standing = [...addedNodes, previousSibling, nextSibling].find(isTranslation);
      if (standing) replacements.set(removed, standing as Element);
    }
  }
}

const isTranslation = (node: Node | null): boolean => node?.nodeName === 'FONT';
