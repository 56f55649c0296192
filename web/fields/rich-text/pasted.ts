/**
 * Cleans pasted HTML of a word processor: removes comments, styles, smart tags and empty lines, and turns its paragraphs with
 * list signs into lists. Other content stays unchanged.
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

/** Returns a paragraph's list level from 1, or 0 outside lists. */
const levelOf = (element: Element): number => Number(/mso-list:\s*l\d+\s+level(\d+)/i.exec(styleOf(element))?.[1] ?? 0);

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

/** Unwraps smart tags, and removes all attributes except link targets. */
function tidy(element: Element): void {
  if (element.localName.includes(':')) element.replaceWith(...element.childNodes);
  else for (const { name } of [...element.attributes]) if (name !== 'href') element.removeAttribute(name);
}

const isEmpty = (element: Element): boolean => /^[\s\u00a0]*$/.test(element.textContent ?? '');
