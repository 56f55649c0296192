import { isUtf8 } from 'node:buffer';
import type { CallbackRequest } from '#server/channels/received.ts';

/** Parses a form or query; values that aren't UTF-8 are Windows-1252, which includes Latin-1. */
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

/** Returns the query of an address, undecoded. */
export const queryIn = (url: string): string => url.split('?')[1] ?? '';

/** Returns the parameters of a request's query, then of its form. */
export function toldParameters({ query, url, body }: CallbackRequest): [string, string][] {
  const asked = String(query).includes('%EF%BF%BD') ? formOf(queryIn(url)) : query;
  return [...asked, ...formOf(escaped(body))];
}

/** Returns a form with its octets above ASCII escaped, which some programs leave as they are. */
const escaped = (body: Buffer): string =>
  body
    .toString('latin1')
    .replace(/[\u0080-\u00ff]/g, (octet) => `%${octet.charCodeAt(0).toString(16).padStart(2, '0')}`);
