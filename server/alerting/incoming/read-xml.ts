/** Without attributes and prefixes. */
export interface XmlElement {
  name: string;
  /** Its own text, without that of its elements. */
  text: string;
  elements: XmlElement[];
}

/** An XML document with the namespace of its root element. */
export interface XmlDocument {
  root: XmlElement;
  namespace: string;
}

/** Not well-formed, or with a document type. */
export class XmlFault extends Error {
  readonly kind: 'malformed' | 'doctype';
  constructor(kind: 'malformed' | 'doctype') {
    super(kind);
    this.kind = kind;
  }
}

const deepest = 20;
const mostElements = 50_000;
const tag = /<(\/?)([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const namespaces = /\s(xmlns(?::([\w.-]+))?)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;

/**
 * Reads XML in linear time. Refuses document types, so nothing is expanded or fetched; also deep nesting and very many
 * elements.
 */
export function readPlainXml(text: string): XmlDocument {
  const open: XmlElement[] = [];
  let document: XmlDocument | undefined;
  let count = 0;
  for (let at = text.startsWith('\ufeff') ? 1 : 0; at < text.length; ) {
    const start = text.indexOf('<', at);
    addText(open, decoded(text.slice(at, start < 0 ? text.length : start)));
    if (start < 0) break;
    const skipped = skipSpecial(text, start, open);
    if (skipped !== null) {
      at = skipped;
      continue;
    }
    tag.lastIndex = start;
    const [whole, closes, name = '', attributes = '', isEmpty] = tag.exec(text) ?? [];
    if (!whole) throw new XmlFault('malformed');
    at = start + whole.length;
    const local = name.slice(name.indexOf(':') + 1);
    if (closes) {
      if (attributes || isEmpty || open.pop()?.name !== local) throw new XmlFault('malformed');
      continue;
    }
    const element = { name: local, text: '', elements: [] };
    if (open.length) open.at(-1)!.elements.push(element);
    else if (document) throw new XmlFault('malformed');
    else document = { root: element, namespace: namespaceOf(name, attributes) };
    if (!isEmpty) open.push(element);
    if (open.length > deepest || ++count > mostElements) throw new XmlFault('malformed');
  }
  if (!document || open.length) throw new XmlFault('malformed');
  return document;
}

/** Returns the end of a comment, instruction or CDATA section, whose text is added; null for a tag. */
function skipSpecial(text: string, start: number, open: XmlElement[]): number | null {
  const endOf = (begin: string, end: string): number | null => {
    if (!text.startsWith(begin, start)) return null;
    const found = text.indexOf(end, start + begin.length);
    if (found < 0) throw new XmlFault('malformed');
    return found + end.length;
  };
  const section = endOf('<![CDATA[', ']]>');
  if (section !== null) addText(open, text.slice(start + 9, section - 3));
  const end = section ?? endOf('<!--', '-->') ?? endOf('<?', '?>');
  if (end === null && text.startsWith('<!', start)) throw new XmlFault('doctype');
  return end;
}

function addText(open: XmlElement[], text: string): void {
  const [element] = open.slice(-1);
  if (element) element.text += text;
  else if (text.trim()) throw new XmlFault('malformed');
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Replaces XML's entities; refuses others. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([a-z]{2,4}));|&/g, (_all, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null;
    if (code !== null && code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
    const character = name && Object.hasOwn(entities, name) ? entities[name] : undefined;
    if (!character) throw new XmlFault('malformed');
    return character;
  });
}

function namespaceOf(name: string, attributes: string): string {
  const prefix = name.includes(':') ? name.slice(0, name.indexOf(':')) : undefined;
  for (const [, , declared, double, single] of attributes.matchAll(namespaces)) {
    if (declared === prefix) return double ?? single ?? '';
  }
  return '';
}
