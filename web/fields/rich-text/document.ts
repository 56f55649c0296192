import type { JSONContent } from '@tiptap/react';
import { outsideOfBlocks } from '#shared/read-only-blocks.ts';
import { isHtml } from '#shared/rich-text.ts';

type Node = JSONContent;

/** Returns a stored text for the editor: HTML unchanged, plain text as paragraphs that convert back to the same text. */
export function contentOf(text: string): string | Node {
  // a break keeps an empty paragraph visible, but the editor would show a second line
  const withoutBreaks = (piece: string) => piece.replace(/<p>\s*<br\s*\/?>\s*<\/p>/gi, '<p></p>');
  return isHtml(text) ? outsideOfBlocks(text, withoutBreaks) : plainDocument(text);
}

/** Converts plain text to a document: an empty line starts a paragraph, a single line break stays one. */
export function plainDocument(text: string): Node {
  const paragraphs = text.replace(/\r\n?/g, '\n').split('\n\n');
  return { type: 'doc', content: paragraphs.map((lines) => ({ type: 'paragraph', content: linesOf(lines) })) };
}

function linesOf(text: string): Node[] {
  return text.split('\n').flatMap((line, at) => {
    const words = line ? [{ type: 'text', text: line }] : [];
    return at === 0 ? words : [{ type: 'hardBreak' }, ...words];
  });
}

/** Returns a document's text for storage: plain without formatting, otherwise the HTML that the server accepts unchanged. */
export function documentText(document: Node): string {
  const blocks = document.content ?? [];
  const plain = blocks.every(isPlain) ? blocks.map(plainBlock).join('\n\n').trim() : null;
  return plain !== null && !isHtml(plain) ? plain : htmlOf(withoutEmptyEnd(blocks)).trim();
}

const isPlain = ({ type, content = [] }: Node): boolean =>
  type === 'paragraph' && content.every((node) => node.type === 'hardBreak' || !node.marks?.length);

const plainBlock = ({ content = [] }: Node): string => content.map(({ text }) => text ?? '\n').join('');

function withoutEmptyEnd(blocks: Node[]): Node[] {
  const last = blocks.findLastIndex(({ type, content }) => type !== 'paragraph' || content?.length);
  return blocks.slice(0, last + 1);
}

const htmlOf = (nodes: readonly Node[] = []): string => nodes.map(nodeHtml).join('');

function nodeHtml(node: Node): string {
  switch (node.type) {
    case 'text':
      return (node.marks ?? []).reduceRight(marked, literal(node.text ?? ''));
    case 'hardBreak':
      return '<br />';
    case 'horizontalRule':
      return '<hr />';
    case 'paragraph':
      return `<p>${htmlOf(node.content) || '<br />'}</p>`;
    case 'heading':
      return element(`h${node.attrs?.['level']}`, node);
    case 'readOnlyBlock':
      return `<div data-snippet="${node.attrs?.['snippet']}">${node.attrs?.['html']}</div>`;
    case 'listItem':
      return `<li>${itemHtml(node)}</li>`;
    default:
      return element(blocks[node.type ?? ''] ?? 'p', node);
  }
}

const blocks: Record<string, string> = { blockquote: 'blockquote', bulletList: 'ul', orderedList: 'ol' };
const marks: Record<string, string> = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' };

const element = (tag: string, { content }: Node): string => `<${tag}>${htmlOf(content)}</${tag}>`;

/** Unwraps a list item's single paragraph, because mail programs would add space around it. */
function itemHtml({ content = [] }: Node): string {
  const [first, ...rest] = content;
  const line = first?.type === 'paragraph' && rest.every(({ type }) => type !== 'paragraph');
  return line ? htmlOf(first.content) + htmlOf(rest) : htmlOf(content);
}

function marked(inside: string, { type, attrs }: NonNullable<Node['marks']>[number]): string {
  if (type === 'link') return `<a href="${literal(String(attrs?.['href'])).replaceAll('"', '&quot;')}">${inside}</a>`;
  const tag = marks[type];
  return tag ? `<${tag}>${inside}</${tag}>` : inside;
}

/** Escapes a text for HTML like the server. */
export const literal = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
