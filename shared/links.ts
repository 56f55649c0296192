export const linkMaximum = 2000;

/**
 * Returns a safe link, or null. Valid are application pages ("/events", "#/events"), http(s), mailto, and tel. Rejects
 * text that browsers interpret differently from its appearance.
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

/** A host that is safe in headers and mails; braces occur in map templates. */
const host = /^(?:[\w.{}-]+|\[[\da-f:]+\])$/;

/** Returns true for a full http or https address without a password. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^/]/i.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && host.test(url.hostname) && !url.username && !url.password;
}

/** Returns true if a stored link points to an application page. */
export const isPage = (link: string): boolean => link.startsWith('/');
