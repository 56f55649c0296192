import type { Client } from '#server/platform/connection/client.ts';
import { withStartConnection } from '#server/platform/database/starting/cannot-reach.ts';
import type { Logger } from '#server/platform/log.ts';
import { StartError } from '#server/platform/start-error.ts';

export interface Wanted {
  url: string;
  isEmbedded: boolean;
  connections: number;
  fewest: number;
}

interface Limits {
  server: number;
  role: number | null;
  database: number | null;
  roleName: string;
  databaseName: string;
  isSuperuser: boolean;
}

/**
 * Returns how many of the wanted connections PostgreSQL has for this role; warns of too few and of a superuser. Throws
 * a StartError if they don't suffice.
 */
export async function checkConnections(
  { url, isEmbedded, connections, fewest }: Wanted,
  log: Pick<Logger, 'warn'>,
): Promise<number> {
  const limits = await withStartConnection(url, readLimits);
  const available = Math.min(...[limits.server, limits.role, limits.database].filter((limit) => limit !== null));
  if (available < fewest) throw tooFew(limits, available, fewest);
  if (available < connections) log.warn({ event: 'database_connections_scarce', wanted: connections, available });
  if (limits.isSuperuser && !isEmbedded) log.warn({ event: 'database_superuser' });
  return Math.min(available, connections);
}

async function readLimits(client: Client): Promise<Limits> {
  const { rows } = await client.query<Limits>(`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) as server,
      case when rolconnlimit >= 0 and not rolsuper then rolconnlimit end as role,
      case when datconnlimit >= 0 and not rolsuper then datconnlimit end as database,
      quote_ident(rolname) as "roleName", quote_ident(datname) as "databaseName",
      current_setting('is_superuser')::bool as "isSuperuser"
    from pg_roles, pg_database where rolname = session_user and datname = current_database()`);
  return rows[0]!;
}

function tooFew({ role, database, roleName, databaseName }: Limits, available: number, fewest: number): StartError {
  const repair =
    available === role
      ? `alter role ${roleName} connection limit -1;`
      : available === database
        ? `alter database ${databaseName} connection limit -1;`
        : 'alter system set max_connections = 100; and restart PostgreSQL';
  return new StartError(
    `PostgreSQL has ${available} connections for Meldekette, which needs at least ${fewest}: ${repair}`,
  );
}
