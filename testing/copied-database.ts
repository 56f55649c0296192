import { randomBytes } from 'node:crypto';
import pg from 'pg';

export async function onServer(
  url: string,
  work: (client: pg.Client, name: string) => Promise<unknown>,
): Promise<void> {
  const { pathname } = new URL(url);
  const client = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: '/postgres' }).href });
  client.on('error', () => {});
  await client.connect();
  await work(client, pathname.slice(1)).finally(() => client.end());
}

/** Copies a database like a restored dump. Returns its address. */
export async function copied(url: string): Promise<string> {
  const name = `test_copy_${randomBytes(4).toString('hex')}`;
  await onServer(url, async (client, from) => {
    // no connections during the copy; pools come back
    for (let attempt = 1; ; attempt++) {
      await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${from}'`);
      try {
        return void (await client.query(`create database ${name} template ${from}`));
      } catch (error) {
        if (attempt === 50) throw error;
      }
    }
  });
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
