import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import {
  Client,
  type Entry,
  type Filter,
  PagedResultsControl,
  PresenceFilter,
  SearchRequest,
  type SearchResponse,
  StatusCodeParser,
} from 'ldapts';
import { Refusal } from '#server/platform/errors.ts';
import { hostOf } from '#server/platform/network-address.ts';
import { refusalOfDirectory } from './directory-failure.ts';
import { binaryAttributes } from './entry-values.ts';
import { isOwnPart } from './references.ts';

/** Milliseconds for a connection, each request, and all. */
export interface DirectoryPatience {
  connect: number;
  request: number;
  total: number;
}

/** The settings that a connection needs. */
export interface Reaching {
  url: string;
  /** The address that `url` was resolved to. */
  address: string;
  startTls: boolean;
  ca: string | null;
  bindDn: string;
  password: string | null;
  patience: DirectoryPatience;
}

export interface EntrySearch {
  scope: 'base' | 'sub';
  filter?: Filter;
  attributes: string[];
}

/** Every method refuses with the reason. */
export interface DirectoryConnection {
  /** Reads the entries below a base page by page. */
  pages(base: string, search: EntrySearch): AsyncGenerator<Entry[]>;
  /** Reads at most `most` entries. */
  some(base: string, search: EntrySearch, most: number): Promise<Entry[]>;
}

/** The library's internals that its paging uses. */
interface Inside {
  _ensureConnected(): Promise<void>;
  _nextMessageId(): number;
  _send(request: SearchRequest): Promise<SearchResponse>;
  messageParser: { buffer?: Buffer };
}

// Active Directory returns at most 1,000 entries at once
const pageSize = 500;
const [mostEmptyPages, megabyte, watchEvery] = [100, 1024 * 1024, 50];
// the library copies an incomplete entry with each packet
const [mostBytes, mostEntryBytes] = [256 * megabyte, 16 * megabyte];
const [success, sizeLimitExceeded] = [0, 4];

/**
 * Connects with TLS and signs in; refuses with one reason. Never reconnects: the library would continue unencrypted or
 * without an account, and get fewer entries.
 */
export async function withConnection<T>(
  reaching: Reaching,
  work: (connection: DirectoryConnection) => Promise<T>,
): Promise<T> {
  const watched = watchBytes(() => inside.messageParser.buffer?.length ?? 0);
  const client = createClient(reaching, watched.add);
  const inside = client as unknown as Inside;
  try {
    if (reaching.startTls) {
      await client.startTLS(tlsOptions(reaching));
      // bytes from before the encryption would become part of the first answer
      if (inside.messageParser.buffer) throw new Refusal('error_directory_tls');
    }
    if (reaching.bindDn) await client.bind(reaching.bindDn, reaching.password ?? '');
    else await inside._ensureConnected();
    return await work(connectionOf(inside, watched.begin));
  } catch (error) {
    throw watched.isFlooded() ? new Refusal('error_directory_large') : refusalOfDirectory(error);
  } finally {
    watched.end();
    await client.unbind().catch(() => undefined);
  }
}

function createClient({ url, address, startTls, patience, ...rest }: Reaching, add: (socket: Socket) => void): Client {
  const target = new URL(url);
  target.hostname = isIP(address) === 6 ? `[${address}]` : address;
  let isOpened = false;
  const once = () => {
    if (isOpened) throw Object.assign(new Error('connection lost'), { code: 'ECONNRESET' });
    isOpened = true;
  };
  const added = <S extends Socket>(socket: S): S => {
    add(socket);
    return socket;
  };
  return new Client({
    url: target.href,
    timeout: patience.request,
    connectTimeout: patience.connect,
    ...(startTls ? {} : { tlsOptions: tlsOptions({ url, ca: rest.ca }) }),
    createConnection: ((...args: Parameters<typeof connectPlain>) => {
      once();
      return added(connectPlain(...args));
    }) as typeof connectPlain,
    createSecureConnection: ((...args: Parameters<typeof connectTls>) => {
      if (!startTls) once();
      return added(connectTls(...args));
    }) as typeof connectTls,
  });
}

function tlsOptions({ url, ca }: Pick<Reaching, 'url' | 'ca'>) {
  const host = hostOf(new URL(url));
  return {
    minVersion: 'TLSv1.2' as const,
    ...(isIP(host) ? { host } : { servername: host }),
    ...(ca ? { ca } : {}),
  };
}

/** Ends a connection whose answer or entry grows too large. */
function watchBytes(incomplete: () => number) {
  let [socket, before, isFlooded]: [Socket | null, number, boolean] = [null, 0, false];
  const timer = setInterval(() => {
    if (!socket || (socket.bytesRead - before <= mostBytes && incomplete() <= mostEntryBytes)) return;
    isFlooded = true;
    socket.destroy();
  }, watchEvery);
  return {
    add: (next: Socket) => {
      [socket, before] = [next, 0];
    },
    begin: () => {
      before = socket?.bytesRead ?? 0;
    },
    isFlooded: () => isFlooded,
    end: () => clearInterval(timer),
  };
}

function connectionOf(client: Inside, begin: () => void): DirectoryConnection {
  const send = async (request: SearchRequest): Promise<SearchResponse> => {
    request.messageId = client._nextMessageId();
    begin();
    const result = await client._send(request);
    const isCut = result.status === sizeLimitExceeded && request.sizeLimit > 0;
    if (result.status !== success && !isCut) throw StatusCodeParser.parse(result);
    // people on another server would seem to have left
    if (!result.searchReferences.every(({ uris }) => uris.every(isOwnPart)))
      throw new Refusal('error_directory_referral');
    return result;
  };
  const requestOf = (baseDN: string, { filter, ...search }: EntrySearch, more: object) =>
    new SearchRequest({
      messageId: -1,
      baseDN,
      ...search,
      filter: filter ?? new PresenceFilter({ attribute: 'objectClass' }),
      ...more,
    });
  return {
    async *pages(base, search) {
      const control = new PagedResultsControl({ value: { size: pageSize } });
      const request = requestOf(base, search, { controls: [control] });
      for (let emptyPages = 0; emptyPages <= mostEmptyPages; ) {
        const result = await send(request);
        const entries = entriesOf(result, search);
        yield entries;
        // an empty page with a cookie isn't the last
        const cookie = cookieOf(result);
        if (!cookie?.length) return;
        emptyPages = entries.length ? 0 : emptyPages + 1;
        control.value = { size: pageSize, cookie };
      }
      throw new Refusal('error_directory_failed');
    },
    some: async (base, search, most) => entriesOf(await send(requestOf(base, search, { sizeLimit: most })), search),
  };
}

const cookieOf = ({ controls }: SearchResponse): Buffer | undefined =>
  controls?.find((control) => control instanceof PagedResultsControl)?.value?.cookie;

const entriesOf = ({ searchEntries }: SearchResponse, { attributes }: EntrySearch): Entry[] =>
  searchEntries.map((entry) => {
    const binary = entry.attributes.map(({ type }) => type).filter((type) => binaryAttributes.has(type.toLowerCase()));
    // the name last, because attributes may have any name
    return { ...entry.toObject(attributes, binary), dn: entry.name };
  });
