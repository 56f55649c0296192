import pg from 'pg';
import type { Logger } from '#server/log.ts';

/** Warns in the log when PostgreSQL has not as many connections as are wanted. */
export async function warnWhenScarce(url: string, wanted: number, log: Logger): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ available: number }>(`
      select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        as available`);
    const { available } = rows[0]!;
    if (available < wanted) log.warn({ event: 'database_connections_scarce', wanted, available });
  } finally {
    await client.end();
  }
}
