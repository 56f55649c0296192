import { withClient } from '#server/platform/connection/client.ts';

/** Returns whether the database is a standby. One that recovers up to a point is none. Throws if unreachable. */
export const isStandbyHere = (url: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ is: boolean }>(
      `select pg_is_in_recovery() and to_regclass('installation') is not null and not exists (
        select from pg_settings where setting <> '' and name in ('recovery_target', 'recovery_target_time',
          'recovery_target_name', 'recovery_target_xid', 'recovery_target_lsn')) as is`,
    );
    return rows[0]!.is;
  });
