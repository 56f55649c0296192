import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { BerReader, BerWriter } from 'ldapts';
import { makeCertificate, type OwnCertificate } from '#testing/syslog/certificate.ts';

/** An entry of the fake directory. */
export interface FakeEntry {
  dn: string;
  attributes: Record<string, (string | Buffer)[]>;
  /** Found by searches for groups only. */
  isGroup?: boolean;
}

/** Misbehavior of the server; omitted properties mean correct behavior. */
interface LdapMood {
  /** Accepts connections and answers nothing. */
  isSilent?: boolean;
  /** Is awaited before the answer to a search. */
  beforeAnswer?: () => Promise<void>;
  /** Answers every search with this result code. */
  searchResult?: number;
  /** Cuts the connection after this many pages. */
  cutAfter?: number;
  /** Values of `member` at once, as in Active Directory. */
  mostMembers?: number;
  rangeEnd?: string;
  /** Pages without entries, but with a cookie. */
  emptyPages?: number;
  /** Refers to these addresses at the end of every page. */
  references?: string[];
  /** Answers with parts longer than the message. */
  isMalformed?: boolean;
  /** Answers every search with an entry that never ends. */
  isEndless?: boolean;
}

export interface LdapServer {
  url: string;
  certificate: OwnCertificate;
  bindDn: string;
  password: string;
  entries: FakeEntry[];
  mood: LdapMood;
  /** Sent pages, empty ones, and connections. */
  seen: { pages: number; emptyPages: number; connections: number };
  stop(): Promise<void>;
}

const [bindRequest, searchRequest, entryResponse, doneResponse, bindResponse] = [0x60, 0x63, 0x64, 0x65, 0x61];
const referenceResponse = 0x73;
const pagedResults = '1.2.840.113556.1.4.319';

/** Starts the server on a free port of this machine. */
export async function startLdapServer(): Promise<LdapServer> {
  const certificate = makeCertificate();
  const sockets = new Set<TLSSocket>();
  const listener = createServer({ key: certificate.key, cert: certificate.cert }, (socket) => {
    sockets.add(socket);
    server.seen.connections++;
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    let rest = Buffer.alloc(0);
    socket.on('data', (data: Buffer) => {
      rest = Buffer.concat([rest, data]);
      for (let length = lengthOf(rest); length !== null; length = lengthOf(rest)) {
        answer(server, socket, rest.subarray(0, length));
        rest = rest.subarray(length);
      }
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const server: LdapServer = {
    url: `ldaps://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    certificate,
    bindDn: 'cn=reader,dc=test',
    password: 'the password of the reader',
    entries: [],
    mood: {},
    seen: { pages: 0, emptyPages: 0, connections: 0 },
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        listener.close(() => resolve());
      }),
  };
  return server;
}

function lengthOf(bytes: Buffer): number | null {
  if (bytes.length < 2) return null;
  const first = bytes[1]!;
  const more = first & 0x80 ? first & 0x7f : 0;
  if (bytes.length < 2 + more) return null;
  const length = 2 + more + (more ? bytes.readUIntBE(2, more) : first);
  return bytes.length < length ? null : length;
}

function answer(server: LdapServer, socket: TLSSocket, message: Buffer): void {
  if (server.mood.isSilent) return;
  const reader = new BerReader(message);
  reader.readSequence();
  const id = reader.readInt()!;
  const operation = reader.readSequence();
  if (operation === bindRequest) {
    reader.readInt();
    const dn = reader.readString();
    const isRight = dn === server.bindDn && reader.readString(0x80) === server.password;
    socket.write(resultOf(id, bindResponse, isRight ? 0 : 49));
  } else if (operation === searchRequest) {
    void Promise.resolve(server.mood.beforeAnswer?.()).then(() => search(server, socket, id, reader, message));
  }
}

function search(server: LdapServer, socket: TLSSocket, id: number, reader: BerReader, message: Buffer): void {
  const { mood, seen } = server;
  const base = reader.readString()!;
  const isBase = reader.readEnumeration() === 0;
  const [, most] = [reader.readEnumeration(), reader.readInt()!];
  if (mood.searchResult) return void socket.write(resultOf(id, doneResponse, mood.searchResult));
  if (mood.cutAfter !== undefined && seen.pages >= mood.cutAfter) return void socket.destroy();
  if (mood.isMalformed) return void socket.write(malformedEntry(id));
  if (mood.isEndless) return void sendEndlessly(socket);
  const text = message.toString('latin1');
  const isGroups = text.includes('groupOfNames');
  const found = isBase
    ? server.entries.filter(({ dn }) => dn === base)
    : server.entries.filter((entry) => Boolean(entry.isGroup) === isGroups);
  const { size, start } = pageOf(message);
  const end = most ? Math.min(most, found.length) : Math.min(start + size, found.length);
  const from = Number(/member;range=(\d+)-/.exec(text)?.[1] ?? 0);
  if (start > 0 && seen.emptyPages < (mood.emptyPages ?? 0)) {
    seen.emptyPages++;
    return void socket.write(resultOf(id, doneResponse, 0, String(start)));
  }
  for (const entry of found.slice(start, end)) socket.write(entryOf(id, entry, from, mood));
  for (const reference of mood.references ?? []) socket.write(referenceOf(id, reference));
  seen.pages++;
  const isLimited = most > 0 && found.length > most;
  socket.write(resultOf(id, doneResponse, isLimited ? 4 : 0, end < found.length && !most ? String(end) : ''));
}

function pageOf(message: Buffer): { size: number; start: number } {
  const at = message.indexOf(pagedResults);
  if (at < 0) return { size: Number.MAX_SAFE_INTEGER, start: 0 };
  const reader = new BerReader(message.subarray(message.indexOf(0x30, at + pagedResults.length)));
  reader.readSequence();
  return { size: reader.readInt()!, start: Number(reader.readString() || 0) };
}

function entryOf(
  id: number,
  { dn, attributes }: FakeEntry,
  from: number,
  { mostMembers = Number.MAX_SAFE_INTEGER, rangeEnd }: LdapMood,
): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(entryResponse);
  writer.writeString(dn);
  writer.startSequence();
  for (const [name, values] of Object.entries(attributes)) {
    const isRange = name === 'member' && values.length > mostMembers;
    const to = isRange ? from + mostMembers : values.length;
    writer.startSequence();
    const last = (from > 0 && rangeEnd) || (to < values.length ? to - 1 : '*');
    writer.writeString(isRange ? `member;range=${from}-${last}` : name);
    writer.startSequence(0x31);
    for (const value of isRange ? values.slice(from, to) : values) {
      if (typeof value === 'string') writer.writeString(value);
      else writer.writeBuffer(value, 0x04);
    }
    writer.endSequence();
    writer.endSequence();
  }
  for (let open = 0; open < 3; open++) writer.endSequence();
  return writer.buffer;
}

function resultOf(id: number, operation: number, code: number, cookie?: string): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(operation);
  writer.writeEnumeration(code);
  writer.writeString('');
  writer.writeString('');
  writer.endSequence();
  if (cookie !== undefined) {
    const value = new BerWriter();
    value.startSequence();
    value.writeInt(0);
    value.writeString(cookie);
    value.endSequence();
    writer.startSequence(0xa0);
    writer.startSequence();
    writer.writeString(pagedResults);
    writer.writeBuffer(value.buffer, 0x04);
    writer.endSequence();
    writer.endSequence();
  }
  writer.endSequence();
  return writer.buffer;
}

function referenceOf(id: number, uri: string): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(referenceResponse);
  writer.writeString(uri);
  writer.endSequence();
  writer.endSequence();
  return writer.buffer;
}

/** An entry whose set claims 127 missing bytes. */
function malformedEntry(id: number): Buffer {
  const attribute = Buffer.from([0x30, 0x05, 0x04, 0x01, 0x61, 0x31, 0x7f]);
  const list = Buffer.from([0x30, attribute.length, ...attribute]);
  const entry = Buffer.from([entryResponse, 2 + list.length, 0x04, 0x00, ...list]);
  return Buffer.from([0x30, 3 + entry.length, 0x02, 0x01, id, ...entry]);
}

function sendEndlessly(socket: TLSSocket): void {
  const bytes = Buffer.alloc(1024 * 1024);
  const more = () => {
    while (socket.write(bytes));
  };
  socket.write(Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff]));
  socket.on('drain', more);
  more();
}
