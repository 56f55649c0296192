import pg from 'pg';
import { reliedOn, type Settings, settingStatement } from './settings.ts';

const longestSetting = 5_000;

// settings that would prevent the next statement: it may exceed a default timeout, and a standby can't read in serializable
// transactions
const beforeAnyStatement = "set statement_timeout = 0; set default_transaction_isolation = 'read committed'";

/**
 * A connection with the program's required settings (`settings.ts`), set by a statement, because poolers drop or refuse startup
 * settings. A lost connection fails its statements but never ends the process.
 */
export class Client extends pg.Client {
  readonly #wanted: Settings;
  /** The settings by name, as PostgreSQL returned them. */
  settings: Settings = {};

  constructor(config: pg.ClientConfig, own: Settings = {}) {
    super(config);
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
    await super.connect();
    try {
      await this.query(beforeAnyStatement);
      const query = { ...settingStatement(this.#wanted), query_timeout: longestSetting };
      const { rows } = await this.query<{ name: string; setting: string }>(query);
      this.settings = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
      return this;
    } catch (error) {
      (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
      throw error;
    }
  }
}

const beginsWithin = 10_000;

/** Opens a connection for a few statements, runs the work and closes it. */
export async function withClient<T>(
  url: string,
  work: (client: Client) => Promise<T>,
  failed?: (error: unknown, client: Client) => never,
): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: beginsWithin });
  await client.connect().catch((error: unknown) => {
    if (failed) failed(error, client);
    throw error;
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
