/** An element of an SVG file; text stands between elements as a string. */
export interface SvgElement {
  name: string;
  attributes: Map<string, string>;
  children: (SvgElement | string)[];
}

const name = String.raw`[A-Za-z_][\w.:-]*`;
const attribute = String.raw`\s+${name}\s*=\s*(?:"[^"<]*"|'[^'<]*')`;
const token = new RegExp(
  String.raw`<!--(?:(?!--)[\s\S])*-->|<\?xml\s[^?<>]*\?>|<(${name})((?:${attribute})*)\s*(\/?)>|<\/(${name})\s*>|([^<]+)`,
  'y',
);
const attributes = new RegExp(String.raw`(${name})\s*=\s*(?:"([^"]*)"|'([^']*)')`, 'g');

const limits = { elements: 2000, depth: 40 };

/**
 * Reads the little of XML that a drawing needs, or answers null: no document type, no entities of its own, no CDATA, no
 * processing instructions, nothing left open. What is not read cannot be understood differently by a browser.
 */
export function parseSvg(text: string): SvgElement | null {
  const top: SvgElement = { name: '', attributes: new Map(), children: [] };
  const open = [top];
  let count = 0;
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    if (!match) return null;
    const [, start, given, closed, end, between] = match;
    const parent = open.at(-1)!;
    if (start) {
      const element = { name: start, attributes: readAttributes(given ?? ''), children: [] };
      if (!element.attributes || ++count > limits.elements || open.length > limits.depth) return null;
      parent.children.push(element as SvgElement);
      if (!closed) open.push(element as SvgElement);
    } else if (end) {
      if (open.length === 1 || open.pop()!.name !== end) return null;
    } else if (between) {
      const decoded = decode(between);
      if (decoded === null) return null;
      parent.children.push(decoded);
    }
  }
  const [root, ...more] = top.children.filter((child) => typeof child !== 'string' || child.trim());
  return open.length === 1 && root && typeof root !== 'string' && !more.length ? root : null;
}

function readAttributes(text: string): Map<string, string> | null {
  const read = new Map<string, string>();
  for (const [, key = '', double, single] of text.matchAll(attributes)) {
    const value = decode(double ?? single ?? '');
    if (value === null || read.has(key)) return null;
    read.set(key, value);
  }
  return read;
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text with its character references replaced; null when it refers to anything else. */
function decode(text: string): string | null {
  if (/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos);)/i.test(text)) return null;
  const decoded = text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (_whole, decimal, hex, entity) => {
    if (entity) return named[String(entity).toLowerCase()] ?? '';
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '';
  });
  return /(?![\t\n\r])\p{Cc}/u.test(decoded) ? null : decoded;
}
