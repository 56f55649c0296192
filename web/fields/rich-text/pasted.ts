/**
 * What was copied, without what a word processor adds to it: comments, styles, smart tags and empty lines go, its lists,
 * which it writes as paragraphs with a sign before them, become lists. Anything else stays as it was copied.
 */
export function cleanPasted(html: string): string {
  if (!/urn:schemas-microsoft-com|\bmso-|class="?Mso/i.test(html)) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  dropComments(body);
  for (const element of body.querySelectorAll('style, script, meta, link, title, xml')) element.remove();
  for (const entry of [...body.querySelectorAll('p')].filter((element) => levelOf(element) > 0)) intoList(entry);
  for (const element of body.querySelectorAll('*')) tidy(element);
  for (const element of body.querySelectorAll('p, li')) if (isEmpty(element)) element.remove();
  return body.innerHTML;
}

function dropComments(body: HTMLElement): void {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
}

const styleOf = (element: Element): string => element.getAttribute('style') ?? '';

/** How deep in a list a paragraph stands, from 1; 0 when it is no entry. */
const levelOf = (element: Element): number => Number(/mso-list:\s*l\d+\s+level(\d+)/i.exec(styleOf(element))?.[1] ?? 0);

/** Moves an entry into the list before it, or into a new one. */
function intoList(entry: Element): void {
  const level = levelOf(entry);
  const sign = [...entry.querySelectorAll('span')].find((element) => /mso-list:\s*ignore/i.test(styleOf(element)));
  const kind = /^[\s\u00a0]*\(?(?:\d+|[a-z]|[ivxlc]+)[.)]/i.test(sign?.textContent ?? '') ? 'ol' : 'ul';
  sign?.remove();
  const before = entry.previousElementSibling;
  const made = before instanceof HTMLElement && 'made' in before.dataset ? before : null;
  const fits = made && (level > 1 || made.localName === kind);
  let list: Element = fits ? made : newList(kind, (fresh) => entry.before(fresh));
  for (let depth = 1; depth < level; depth += 1) list = innerList(list, kind);
  const item = document.createElement('li');
  item.append(...entry.childNodes);
  list.append(item);
  entry.remove();
}

/** The list below the last entry of a list. */
function innerList(list: Element, kind: 'ol' | 'ul'): Element {
  const item = list.lastElementChild ?? list.appendChild(document.createElement('li'));
  const last = item.lastElementChild;
  return last && /^[uo]l$/.test(last.localName) ? last : newList(kind, (fresh) => item.append(fresh));
}

function newList(kind: 'ol' | 'ul', place: (list: Element) => void): Element {
  const list = document.createElement(kind);
  list.dataset['made'] = '';
  place(list);
  return list;
}

/** Smart tags and the like leave their words, every element its attributes but for the target of a link. */
function tidy(element: Element): void {
  if (element.localName.includes(':')) element.replaceWith(...element.childNodes);
  else for (const { name } of [...element.attributes]) if (name !== 'href') element.removeAttribute(name);
}

const isEmpty = (element: Element): boolean => /^[\s\u00a0]*$/.test(element.textContent ?? '');
