import pg from 'pg';
import { reliedOn, type Settings, settingStatement } from './settings.ts';

const longestSetting = 5_000;

// what would keep the next statement from running: it may take longer than a default allows, and a standby reads nothing in
// serializable transactions
const beforeAnyStatement = "set statement_timeout = 0; set default_transaction_isolation = 'read committed'";

/**
 * A connection that has set what the program relies on (`settings.ts`) before anybody uses it. It sets that by a statement:
 * poolers drop or refuse settings in the startup message. A lost connection fails its statements and never ends the process.
 */
export class Client extends pg.Client {
  readonly #wanted: Settings;
  /** The settings by name, as PostgreSQL returned them when they were set. */
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

/** Opens a connection for a few statements, does the work and closes it. */
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
