import pg from 'pg';
import { disconnect } from './disconnect.ts';
import { checkSwitchover, currentAddress, isMoved, mostMoves } from './moves.ts';
import { longestConnect, type ServerPlace, type ServerSearch, searchFor } from './primary.ts';
import { serversOf } from './servers.ts';
import { beforeAnyStatement, reliedOn, type Settings, settingStatement, switchoverFlag } from './settings.ts';

const longestSetting = 5_000;

/**
 * A connection with the required settings (`settings.ts`), set by a statement because poolers drop or refuse startup
 * settings. A lost connection fails its statements but never ends the process. Follows failovers (`primary.ts`) and
 * moved data (`moves.ts`).
 */
export class Client extends pg.Client {
  readonly #wanted: Settings;
  readonly #search: ServerSearch | null;
  settings: Settings = {};
  /** The address that it leads to. */
  readonly address: string;
  readonly #isForSwitchover: boolean;

  constructor(config: pg.ClientConfig, own: Settings = {}, { isForSwitchover = false } = {}) {
    const { connectionString: given = '' } = config;
    const address = isForSwitchover ? given : currentAddress(given);
    super(ofFirst(address ? { ...config, connectionString: address } : config));
    this.address = address;
    this.#isForSwitchover = isForSwitchover;
    this.#search = address ? searchFor(address) : null;
    this.#wanted = { ...reliedOn, ...own };
    this.on('error', () => {});
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<this> | undefined {
    const opened = this.#open();
    if (!callback) return opened;
    opened.then(() => (callback as () => void)(), callback);
  }

  async #open(): Promise<this> {
    const place = await this.#search?.find();
    if (place) this.#goTo(place);
    await super.connect().catch((error: unknown) => {
      this.#search?.doubt();
      throw error;
    });
    try {
      await this.query(beforeAnyStatement);
      const query = { ...settingStatement(this.#wanted), query_timeout: longestSetting };
      const { rows } = await this.query<{ name: string; setting: string | null }>(query);
      const { [switchoverFlag]: switchover, ...settings } = Object.fromEntries(
        rows.map(({ name, setting }) => [name, setting ?? '']),
      );
      this.settings = settings;
      if (switchover && !this.#isForSwitchover) await checkSwitchover(this, this.address);
      await this.#search?.check(this);
      if (place && !this.#search?.add(this, place)) throw new Error('Connection terminated: another server took over');
      return this;
    } catch (error) {
      this.#search?.doubt();
      disconnect(this);
      throw error;
    }
  }

  #goTo({ host, port }: ServerPlace): void {
    const { stream } = (this as unknown as { connection: { stream: { destroyed: boolean } } }).connection;
    if (stream.destroyed) throw new Error('timeout expired'); // a pool gave up during the search
    Object.assign(this, { host, port });
  }
}

/** The driver reads one server only. The others share everything but host and port. */
function ofFirst(config: pg.ClientConfig): pg.ClientConfig {
  const [first] = (config.connectionString && serversOf(config.connectionString)?.urls) || [];
  if (!first) return config;
  const { connectionTimeoutMillis: given = longestConnect } = config;
  return { ...config, connectionString: first, connectionTimeoutMillis: Math.min(given, longestConnect) };
}

const beginsWithin = 10_000;

export async function withClient<T>(
  url: string,
  work: (client: Client) => Promise<T>,
  failed?: (error: unknown, client: Client) => never,
): Promise<T> {
  const client = await connected(
    () => new Client({ connectionString: url, connectionTimeoutMillis: beginsWithin }),
    failed,
  );
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Connects, again for each database that the data has left. */
async function connected(open: () => Client, failed?: (error: unknown, client: Client) => never): Promise<Client> {
  for (let attempt = 1; ; attempt++) {
    const client = open();
    try {
      return await client.connect();
    } catch (error) {
      if (isMoved(error) && attempt < mostMoves) continue;
      if (failed) failed(error, client);
      throw error;
    }
  }
}
