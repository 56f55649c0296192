export const xmlText = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '')
    .replace(/[&<>"\r]/g, (character) => escapes[character]!);

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

type Attributes = Readonly<Record<string, string | null>>;

export const xmlLeaf = (name: string, text: string | null | undefined, attributes: Attributes = {}): string =>
  text ? `<${name}${written(attributes)}>${xmlText(text)}</${name}>\n` : '';

export const xmlNode = (name: string, children: readonly string[], attributes: Attributes = {}): string =>
  `<${name}${written(attributes)}>\n${children.join('')}</${name}>\n`;

export const xmlEmpty = (name: string, attributes: Attributes): string => `<${name}${written(attributes)}/>\n`;

/** Returns a complete document. */
export const xmlDocument = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}`;

const written = (attributes: Attributes) =>
  Object.entries(attributes)
    .flatMap(([name, value]) => (value === null ? [] : [` ${name}="${xmlText(value)}"`]))
    .join('');
