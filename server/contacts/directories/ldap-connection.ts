import { lookup } from 'node:dns/promises';
import { connect as connectPlain, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Client, type Entry, FilterParser, type SearchOptions } from 'ldapts';
import { wayOf } from '#server/channels/http/gateway.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { hostOf, mayDial } from '#server/platform/network-address.ts';
import { bindPasswordOf } from './bind-secret.ts';
import type { PeopleDirectory } from './directory.ts';
import { refusalOfDirectory } from './directory-failure.ts';

/** The services that a connection to a directory needs. */
export type Connecting = Pick<App, 'config' | 'secrets' | 'log'>;

/** An open connection to a directory; every method refuses with the reason. */
export interface DirectoryConnection {
  /** Reads the entries below a base page by page. */
  pages(base: string, options: SearchOptions): AsyncGenerator<Entry[]>;
  /** Reads at most `most` entries. */
  some(base: string, options: SearchOptions, most: number): Promise<Entry[]>;
}

/** Milliseconds for a connection, and for each of its requests. */
export interface DirectoryPatience {
  connect: number;
  request: number;
}

const usualPatience: DirectoryPatience = { connect: 10_000, request: 60_000 };
// Active Directory returns at most 1,000 entries at once
const pageSize = 500;

/**
 * Connects with TLS, signs in and works with the connection. Refuses with one reason, and never connects a second time: after a
 * lost connection the library would continue without encryption or without an account, and get fewer entries.
 */
export async function withDirectory<T>(
  app: Connecting,
  directory: PeopleDirectory,
  work: (connection: DirectoryConnection) => Promise<T>,
  patience: DirectoryPatience = usualPatience,
): Promise<T> {
  const password = bindPasswordOf(app.secrets, directory);
  if (password === undefined) throw new Refusal('error_directory_password');
  const client = await createClient(app, directory, patience);
  try {
    if (directory.startTls) await client.startTLS(tlsOptions(directory));
    if (directory.bindDn) await client.bind(directory.bindDn, password ?? '');
    return await work(connectionOf(client));
  } catch (error) {
    const refusal = refusalOfDirectory(error);
    app.log.warn({ event: 'directory_failed', directory: directory.id, reason: refusal.key });
    throw refusal;
  } finally {
    await client.unbind().catch(() => undefined);
  }
}

/** Returns a filter, parsed; refuses an invalid one. */
export function parseFilter(filter: string) {
  try {
    return FilterParser.parseString(filter);
  } catch {
    throw new Refusal('error_directory_filter', { filter: 'error_directory_filter' });
  }
}

async function createClient(app: Connecting, directory: PeopleDirectory, patience: DirectoryPatience): Promise<Client> {
  const url = new URL(directory.url);
  const address = await permittedAddress(app, directory, hostOf(url));
  url.hostname = isIP(address) === 6 ? `[${address}]` : address;
  let isOpened = false;
  const once = () => {
    if (isOpened) throw Object.assign(new Error('connection lost'), { code: 'ECONNRESET' });
    isOpened = true;
  };
  return new Client({
    url: url.href,
    timeout: patience.request,
    connectTimeout: patience.connect,
    ...(directory.startTls ? {} : { tlsOptions: tlsOptions(directory) }),
    createConnection: ((...args: Parameters<typeof connectPlain>) => {
      once();
      return connectPlain(...args);
    }) as typeof connectPlain,
    createSecureConnection: ((...args: Parameters<typeof connectTls>) => {
      if (!directory.startTls) once();
      return connectTls(...args);
    }) as typeof connectTls,
  });
}

/** Returns the address to connect to; refuses one that the settings don't permit. */
async function permittedAddress(app: Connecting, { ownNetwork }: PeopleDirectory, host: string): Promise<string> {
  const { allowed } = wayOf({ ownNetwork }, app);
  const found = isIP(host)
    ? [{ address: host }]
    : await lookup(host, { all: true }).catch((error: unknown) => {
        throw refusalOfDirectory(error);
      });
  const [first] = found;
  if (!first || !found.every(({ address }) => mayDial(host, address, allowed)))
    throw new Refusal('error_directory_blocked', { url: 'error_directory_blocked' });
  return first.address;
}

function tlsOptions({ url, ca }: PeopleDirectory) {
  const host = hostOf(new URL(url));
  return {
    minVersion: 'TLSv1.2' as const,
    ...(isIP(host) ? { host } : { servername: host }),
    ...(ca ? { ca } : {}),
  };
}

function connectionOf(client: Client): DirectoryConnection {
  return {
    async *pages(base, options) {
      for await (const { searchEntries } of client.searchPaginated(base, { ...options, paged: { pageSize } }))
        yield searchEntries;
    },
    some: async (base, options, most) => (await client.search(base, { ...options, sizeLimit: most })).searchEntries,
  };
}
