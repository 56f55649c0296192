import { isIP } from 'node:net';
import { usualAddress } from './header-values.ts';

/** The two forms of G.711. */
export type Law = 'alaw' | 'ulaw';

/** RFC 3551. */
export const payloadTypes: Readonly<Record<Law, number>> = { alaw: 8, ulaw: 0 };

/** The payload type that the program offers for keys (RFC 4733). */
export const offeredEvents = 101;

/** The other side's media. */
export interface RemoteMedia {
  address: string;
  port: number;
  law: Law;
  /** The payload type of keys; null if it sends none. */
  events: number | null;
}

/** Writes the offer of a call. */
export function sdpOffer(address: string, port: number, session: number): string {
  const at = `IN ${address.includes(':') ? 'IP6' : 'IP4'} ${address}`;
  const lines = [
    'v=0',
    `o=- ${session} 1 ${at}`,
    's=-',
    `c=${at}`,
    't=0 0',
    `m=audio ${port} RTP/AVP ${payloadTypes.alaw} ${payloadTypes.ulaw} ${offeredEvents}`,
    `a=rtpmap:${payloadTypes.alaw} PCMA/8000`,
    `a=rtpmap:${payloadTypes.ulaw} PCMU/8000`,
    `a=rtpmap:${offeredEvents} telephone-event/8000`,
    `a=fmtp:${offeredEvents} 0-15`,
    'a=ptime:20',
    'a=sendrecv',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** This end of an answered call. */
export interface OwnMedia {
  address: string;
  port: number;
  /** The id of the session. */
  session: number;
}

/** Writes the answer to a caller's offer, with a line for each medium; only the first sound is accepted. */
export function sdpAnswer(
  { address, port, session }: OwnMedia,
  offer: string,
  { law, events }: Pick<RemoteMedia, 'law' | 'events'>,
): string {
  const at = `IN ${address.includes(':') ? 'IP6' : 'IP4'} ${address}`;
  const offered = offer.split('\n', mostLines).flatMap((line) => {
    const match = /^m=(\w{1,20}) \d{1,5}(?:\/\d{1,3})? (\S{1,60}) (\S{1,60})/.exec(line);
    return match ? [{ kind: match[1]!, protocol: match[2]!, format: match[3]! }] : [];
  });
  const accepted = offered.findIndex(({ kind }) => kind === 'audio');
  const lines = ['v=0', `o=- ${session} 1 ${at}`, 's=-', `c=${at}`, 't=0 0'];
  for (const [place, { kind, protocol, format }] of offered.entries()) {
    if (place !== accepted) {
      lines.push(`m=${kind} 0 ${protocol} ${format}`);
      continue;
    }
    lines.push(`m=audio ${port} RTP/AVP ${payloadTypes[law]}${events === null ? '' : ` ${events}`}`);
    lines.push(`a=rtpmap:${payloadTypes[law]} ${law === 'alaw' ? 'PCMA' : 'PCMU'}/8000`);
    if (events !== null) lines.push(`a=rtpmap:${events} telephone-event/8000`, `a=fmtp:${events} 0-15`);
    lines.push('a=ptime:20', 'a=sendrecv');
  }
  return `${lines.join('\r\n')}\r\n`;
}

const mostLines = 500;
const mostFormats = 50;

const nowhere = ['0.0.0.0', '::'];

/**
 * Reads the answer to an offer, or a caller's offer. Null without usable audio: another codec, a call on hold, a name, or another address
 * family than `own`.
 */
export function parseSdpAnswer(text: string, own: string): RemoteMedia | null {
  const lines = text.split('\n', mostLines).map((line) => line.trimEnd());
  const starts = lines.flatMap((line, at) => (line.startsWith('m=') ? [at] : []));
  const audio = starts.find((at) => lines[at]!.startsWith('m=audio '));
  if (audio === undefined) return null;
  const media = lines.slice(audio, starts.find((at) => at > audio) ?? lines.length);
  const session = lines.slice(0, starts[0]);
  const match = /^m=audio (\d{1,5})(?:\/\d{1,3})? RTP\/AVP ([\d ]{1,500})$/.exec(media[0]!);
  const address = usualAddress(connectionIn(media) ?? connectionIn(session) ?? '');
  const port = Number(match?.[1]);
  if (!match || !address || port < 1 || port > 65_535) return null;
  if (nowhere.includes(address) || isIP(address) !== isIP(own) || isHeld(media, session)) return null;
  const formats = match[2]!.trim().split(/ +/, mostFormats).map(Number);
  const named = namedFormats(media);
  const law = formats.flatMap((format) => lawOf(format, named.get(format)) ?? [])[0];
  if (!law) return null;
  const events = formats.find((format) => named.get(format) === 'telephone-event/8000') ?? null;
  return { address, port, law, events };
}

/** The other side takes no sound. */
function isHeld(media: readonly string[], session: readonly string[]): boolean {
  const direction = [...media, ...session].find((line) => /^a=(?:sendrecv|sendonly|recvonly|inactive)$/.test(line));
  return direction === 'a=sendonly' || direction === 'a=inactive';
}

function connectionIn(lines: readonly string[]): string | null {
  const line = lines.find((one) => one.startsWith('c='));
  return /^c=IN IP[46] ([\da-f.:]{2,60})(?:\/|$)/i.exec(line ?? '')?.[1] ?? null;
}

function namedFormats(lines: readonly string[]): Map<number, string> {
  return new Map(
    lines.flatMap((line): [number, string][] => {
      const match = /^a=rtpmap:(\d{1,3}) ([\w-]{1,40}\/\d{1,6})(?:\/1)?$/.exec(line);
      return match ? [[Number(match[1]), match[2]!.toLowerCase()]] : [];
    }),
  );
}

function lawOf(format: number, name: string | undefined): Law | null {
  if (format === payloadTypes.alaw && (name ?? 'pcma/8000') === 'pcma/8000') return 'alaw';
  return format === payloadTypes.ulaw && (name ?? 'pcmu/8000') === 'pcmu/8000' ? 'ulaw' : null;
}
