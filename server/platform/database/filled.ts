import { withClient } from '#server/platform/connection/client.ts';

/** Whether an earlier start has filled this database, so that nothing has to wait for that. */
export const isFilled = (url: string): Promise<boolean> =>
  withClient(url, async (client) => (await client.query('select from users limit 1')).rowCount === 1);
