/** Allowed elements; others are removed. */
export const allowedTags: readonly string[] = [
  ...['p', 'br', 'div', 'span', 'hr', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'li'],
  ...['a', 'b', 'strong', 'i', 'em', 'u', 's'],
];

const tag = new RegExp(`</?(?:${allowedTags.join('|')})(?:\\s[^<>]*)?/?>`, 'i');

/** Returns whether a text has an allowed element; "a < b" and "<3" have none. */
export const isHtml = (text: string): boolean => tag.test(text);

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character]!).replace(/\r?\n/g, '<br>');

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return named[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Returns a text without markup. Plain text keeps its line breaks. */
export function plainText(text: string): string {
  const broken = text.replace(/\r\n?/g, '\n');
  if (!isHtml(broken)) return broken.trim();
  const spaced = broken
    .replace(/\s+/g, ' ')
    .replace(/<a\s[^<>]*?href\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')[^<>]*>((?:[^<]|<(?!\/?a[\s>]))*)<\/a>/gi, linkText)
    .replace(/<br\s*\/?>\s*/gi, '\n')
    .replace(/<li(?:\s[^>]*)?>\s*/gi, '\n- ')
    .replace(/<hr\s*\/?>|<\/(?:p|div|blockquote|h[1-4]|ul|ol)>\s*/gi, '\n\n')
    .replace(/<[^<>]+>/g, '');
  return decodeEntities(spaced)
    .replace(/\n[ \t]+/g, '\n')
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function linkText(_whole: string, double: string | undefined, single: string | undefined, label: string): string {
  const target = double ?? single ?? '';
  const bare = label.replace(/<[^<>]+>/g, '').trim();
  return bare === target || target.startsWith('#') ? bare : `${label} (${target.replace(/^mailto:|^tel:/, '')})`;
}
