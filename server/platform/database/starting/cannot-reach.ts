import { type Client, withClient } from '#server/platform/connection/client.ts';
import { NoServer } from '#server/platform/connection/primary.ts';
import { databaseAway, isDatabaseAway, isUnreachable } from '#server/platform/database/away.ts';
import { exitCodes, StartError } from '#server/platform/start-error.ts';

interface Target {
  user?: string | undefined;
  database?: string | undefined;
}

type Failure = Error & { code?: string; errors?: Error[] };

// PostgreSQL's code while it can't accept connections yet
const notYet = '57P03';

const certificates = /CERT|SIGNATURE|ALTNAME|SELF_SIGNED/;

/** Runs the work of a start on one connection. */
export const withStartConnection = <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> =>
  withClient(url, work, cannotReach);

/** Throws the error of a failed first connection: one sentence with the remedy. */
function cannotReach(error: unknown, target: Target): never {
  const failure = error as Failure;
  const isOfSeveral = error instanceof NoServer;
  if (failure.code === notYet || (isOfSeveral && isDatabaseAway(error))) throw databaseAway(error);
  const said = failure.message || failure.errors?.[0]?.message || failure.code;
  // a database that starts at the same time may not listen or have a name yet
  const exitCode = isUnreachable(failure) ? exitCodes.databaseAway : exitCodes.refused;
  const reason = isOfSeveral ? said : `The database cannot be reached: ${said}`;
  throw new StartError(`${reason}. ${repairOf(failure, target)}`, { cause: error, exitCode });
}

function repairOf({ code = '', message, errors }: Failure, { user = '…', database = '…' }: Target): string {
  const [role, name] = [quoted(user), quoted(database)];
  if (certificates.test(code))
    return 'Name the file of its certificate authority in DATABASE_URL (sslrootcert=/path/ca.pem), or give the server a certificate for this host name.';
  if (/does not support SSL/.test(message))
    return 'Switch TLS on there (ssl = on), or write sslmode=disable in DATABASE_URL.';
  if (/password must be a string/.test(message))
    return 'DATABASE_URL has no password: postgres://user:password@host/database.';
  if (/role .* does not exist/.test(message)) return `Create the role: create role ${role} login password '…';`;
  if (/pg_hba|no encryption/.test(message))
    return 'Allow this client in pg_hba.conf there, or use TLS: sslmode=require in DATABASE_URL.';
  if (/permitted to log in/.test(message)) return `Let the role sign in: alter role ${role} login;`;
  if (/unsupported startup parameter/.test(message))
    return 'Remove the parameter from DATABASE_URL, or let PgBouncer ignore it (ignore_startup_parameters).';
  if (/invalid response|Received unexpected/i.test(message))
    return 'What answers there is no PostgreSQL: correct host and port in DATABASE_URL.';
  const [first] = errors ?? [];
  return repairs[code || ((first as Failure | undefined)?.code ?? '')]?.(role, name) ?? 'Check DATABASE_URL.';
}

const repairs: Record<string, (role: string, database: string) => string> = {
  '28P01': (role) => `Correct the password in DATABASE_URL, or set it there: alter role ${role} password '…';`,
  '3D000': (role, database) => `Create it: create database ${database} owner ${role};`,
  '42501': (role, database) => `Let the role in: grant connect on database ${database} to ${role};`,
  '53300': (role) =>
    `Raise the limit: alter system set max_connections = 200; and a restart, or alter role ${role} connection limit -1;`,
  '55000': (_role, database) => `Let connections in: alter database ${database} allow_connections true;`,
  ENOTFOUND: () => 'Check the host name in DATABASE_URL.',
  EAI_AGAIN: () => 'Check the host name in DATABASE_URL, and the name server of this machine.',
  ECONNREFUSED: () => 'Start PostgreSQL there, or correct host and port in DATABASE_URL.',
};

const quoted = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);
