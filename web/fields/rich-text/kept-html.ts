import { allowedTags } from '#shared/rich-text.ts';
import { literal } from './document.ts';

/** Reduces HTML to the accepted elements, in the server's notation. */
export const reducedHtml = (html: string): string => keptHtml(new DOMParser().parseFromString(html, 'text/html').body);

/** Does the same with an element's content. */
export const keptHtml = (parent: Node): string => [...parent.childNodes].map(nodeHtml).join('');

function nodeHtml(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return literal(node.textContent ?? '');
  if (!(node instanceof Element)) return '';
  const tag = node.localName;
  if (tag === 'script' || tag === 'style') return '';
  if (tag === 'br' || tag === 'hr') return `<${tag} />`;
  const inside = keptHtml(node);
  if (!allowedTags.includes(tag)) return inside;
  const target = node.getAttribute('href') ?? '';
  const isLink = tag === 'a' && leads.test(target);
  return isLink ? `<a href="${literal(target).replaceAll('"', '&quot;')}">${inside}</a>` : `<${tag}>${inside}</${tag}>`;
}

const leads = /^(?:https?:|mailto:|tel:)/i;
