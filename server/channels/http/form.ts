import { isUtf8 } from 'node:buffer';
import type { CallbackRequest } from '#server/channels/received.ts';

/** Parses a form or query; values that aren't UTF-8 are Windows-1252. */
export function formOf(written: string): URLSearchParams {
  const octets = /%[89a-f][\da-f]/i.test(written) ? (written.match(/(?:%[\da-f]{2})+/gi) ?? []) : [];
  const isWestern = octets.some((run) => !isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex')));
  if (!isWestern) return new URLSearchParams(written);
  const western = new TextDecoder('windows-1252');
  return new URLSearchParams(
    written.replace(/%[89a-f][\da-f]/gi, (octet) =>
      encodeURIComponent(western.decode(Buffer.from(octet.slice(1), 'hex'))),
    ),
  );
}

export const queryIn = (url: string): string => url.split('?')[1] ?? '';

/** Returns the parameters of a request's query and form. */
export function toldParameters({ query, url, body }: CallbackRequest): [string, string][] {
  const asked = String(query).includes('%EF%BF%BD') ? formOf(queryIn(url)) : query;
  return [...asked, ...formOf(escaped(body))];
}

/** Escapes a form's octets above ASCII, which some programs don't. */
const escaped = (body: Buffer): string =>
  body
    .toString('latin1')
    .replace(/[\u0080-\u00ff]/g, (octet) => `%${octet.charCodeAt(0).toString(16).padStart(2, '0')}`);
