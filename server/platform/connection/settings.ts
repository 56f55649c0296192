import { switchoverSchema } from './moves.ts';

export type Settings = Readonly<Record<string, string>>;

/** The settings that statements rely on, set by every connection, because defaults differ. */
export const reliedOn: Settings = {
  // texts parsed by the driver
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  client_encoding: 'UTF8',
  extra_float_digits: '1',
  quote_all_identifiers: 'off',
  client_min_messages: 'warning',
  // texts parsed by PostgreSQL
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  gin_fuzzy_search_limit: '0',
  check_function_bodies: 'on',
  'plpgsql.extra_errors': 'none',
  // transactions; a commit is on disk, because nothing may leave before its claim is
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  default_transaction_deferrable: 'off',
  synchronous_commit: 'on',
  exit_on_error: 'off',
  // limits that would interrupt work; pools have their own
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  transaction_timeout: '0',
};

// Our tables stay in their schema, regardless of the order of search_path; an empty one leads to the only schema with
// our tables. The rest of the path stays for extensions.
const ownSchema = `
  with found as (
    select n.nspname::text as name, array_position(current_schemas(false), n.nspname) as place
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where c.relname = 'migrations' and c.relkind = 'r' and a.attname = 'sha256' and not a.attisdropped)
  select coalesce(
    (select name from found where place is not null order by place limit 1),
    current_schema(),
    (select min(name) from found having count(*) = 1)) as name`;

/** The name under which `settingStatement` returns whether the database has the state of a switchover. */
export const switchoverFlag = 'switchover';

const statement = `
  select name, set_config(name, setting, false) as setting
  from unnest($1::text[], $2::text[]) as wanted (name, setting) where current_setting(name, true) is not null
  union all
  select 'search_path', set_config('search_path',
    concat_ws(', ', quote_ident(own.name), nullif(current_setting('search_path'), '')), false)
  from (${ownSchema}) as own
  union all
  select '${switchoverFlag}', to_regclass('${switchoverSchema}.state')::text`;

/**
 * Resets settings that would prevent the next statement: it may exceed a default timeout, and a standby can't read in
 * serializable transactions.
 */
export const beforeAnyStatement = "set statement_timeout = 0; set default_transaction_isolation = 'read committed'";

/** Returns the statement that applies these settings and the tables' schema, and returns their values. */
export const settingStatement = (settings: Settings): { text: string; values: string[][] } => ({
  text: statement,
  values: [Object.keys(settings), Object.values(settings)],
});
