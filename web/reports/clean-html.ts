import { allowedTags, escapeHtml } from '#shared/rich-text.ts';

const VOID = new Set(['br', 'hr']);
const SAFE_LINK = /^(https?:|mailto:|tel:)/i;

/** HTML reduced to the elements a text may use, links to safe addresses; the same the server does when it stores it. */
export function cleanHtml(html: string): string {
  return inside(new DOMParser().parseFromString(html, 'text/html').body);
}

const inside = (parent: Node): string => [...parent.childNodes].map(clean).join('');

function clean(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return escapeHtml((node.textContent ?? '').replace(/[\r\n]+/g, ' '));
  if (!(node instanceof Element)) return '';
  const tag = node.tagName.toLowerCase();
  if (tag === 'script' || tag === 'style') return '';
  if (!allowedTags.includes(tag)) return inside(node);
  if (VOID.has(tag)) return `<${tag}>`;
  const href = tag === 'a' ? (node.getAttribute('href') ?? '') : '';
  const attribute = SAFE_LINK.test(href) ? ` href="${escapeHtml(href)}"` : '';
  return `<${tag}${attribute}>${inside(node)}</${tag}>`;
}
