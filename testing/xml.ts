import assert from 'node:assert/strict';

/** A parsed element. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  /** The text of all descendants. */
  text: string;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Parses a simple document, or throws. */
export function readXml(document: string): Element {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  assert.ok(document.startsWith(head));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them
  assert.doesNotMatch(document, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/u);
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const token = /<(\/?)([A-Za-z][\w:.-]*)((?: [A-Za-z][\w:.-]*="[^"<]*")*)(\/?)>|([^<]+)/gy;
  token.lastIndex = head.length;
  while (token.lastIndex < document.length) {
    const at = token.lastIndex;
    const match = token.exec(document);
    assert.ok(match, `not well-formed: ${document.slice(at, at + 60)}`);
    const [, closes, name = '', attributes = '', empty, text] = match;
    if (text !== undefined) for (const element of open) element.text += plain(text);
    else if (closes) assert.equal(open.pop()!.name, name);
    else {
      const element: Element = { name, attributes: attributesIn(attributes), children: [], text: '' };
      open.at(-1)!.children.push(element);
      if (!empty) open.push(element);
    }
  }
  assert.equal(open.length, 1, 'every element is closed');
  assert.equal(root.children.length, 1, 'one element is the root');
  return root.children[0]!;
}

/** Returns the children with this name. */
export const elements = ({ children }: Element, name: string): Element[] =>
  children.filter((child) => child.name === name);

export const childText = (element: Element, name: string): string | null =>
  elements(element, name)[0]?.text.trim() ?? null;

const attributesIn = (text: string) =>
  Object.fromEntries([...text.matchAll(/ ([\w:.-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, plain(value!)]));

function plain(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));|&/g, (_whole, number: string | undefined, name: string | undefined) => {
    assert.ok(number ?? entities[name ?? ''], `unknown entity in ${text.slice(0, 40)}`);
    return number ? String.fromCodePoint(Number(number)) : entities[name!]!;
  });
}
