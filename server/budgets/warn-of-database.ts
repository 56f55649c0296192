import pg from 'pg';
import type { Logger } from '#server/log.ts';

/** The database of a start, and how many connections the start wants of it. */
export interface Wanted {
  url: string;
  isEmbedded: boolean;
  connections: number;
}

/**
 * Warns in the log when PostgreSQL has not as many connections as are wanted, and when an own database is entered by a superuser:
 * whoever has that password may do more on that server than this program needs.
 */
export async function warnOfDatabase({ url, isEmbedded, connections }: Wanted, log: Logger): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ available: number; isSuperuser: boolean }>(`
      select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        as available, current_setting('is_superuser')::bool as "isSuperuser"`);
    const { available, isSuperuser } = rows[0]!;
    if (available < connections) log.warn({ event: 'database_connections_scarce', wanted: connections, available });
    if (isSuperuser && !isEmbedded) log.warn({ event: 'database_superuser' });
  } finally {
    await client.end();
  }
}
