/** Most characters of a link. */
export const linkMaximum = 2000;

/**
 * A link as it may be kept and followed, or null: a page of the application ("/events", also written "#/events"), or an
 * http(s), mailto or tel address. Nothing that runs a script, and nothing a browser would read differently than it looks.
 */
export function safeLink(text: string): string | null {
  const link = text.trim();
  if (link.length > linkMaximum || /[\s\p{Cc}\p{Cf}\\]/u.test(link)) return null;
  const page = link.startsWith('#/') ? link.slice(1) : link;
  if (page.startsWith('/')) return page.startsWith('//') ? null : page;
  if (/^tel:\+?[\d().-]{2,40}$/i.test(link)) return link;
  if (/^mailto:[^@,;?&]+@[^@,;?&]+$/i.test(link)) return link;
  return isWebAddress(link) ? link : null;
}

/** A name or address, as headers and mails can carry it; braces stand in the templates of map tiles. */
const host = /^(?:[\w.{}-]+|\[[\da-f:]+\])$/;

/** Whether a text is a full http or https address without a password in it. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^/]/i.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && host.test(url.hostname) && !url.username && !url.password;
}

/** Whether a kept link leads to a page of the application. */
export const isPage = (link: string): boolean => link.startsWith('/');
