import { withClient } from '#server/platform/connection/client.ts';

export const isFilled = (url: string): Promise<boolean> =>
  withClient(url, async (client) => (await client.query('select from users limit 1')).rowCount === 1);
