import { idByIdentifier } from './factories.ts';
import { type Gateway, type News, tell } from './gateway.ts';
import type { TestServer } from './server.ts';

/** A channel over a gateway, set up as an administrator does. */
export interface SmsChannel {
  id: number;
  callbackUrl: string;
  /** What its gateway signs with. */
  secret: string;
  /** Tells news as the gateway would; answers the status. */
  tell(...news: News[]): Promise<number>;
}

let count = 0;

/** Makes an SMS channel over the gateway with a secret of its own. */
export async function createSmsChannel(server: TestServer, gateway: Gateway, prices = ''): Promise<SmsChannel> {
  const administrator = await server.as('administrator');
  const secret = `geheim-${++count}`;
  const { createChannel } = await administrator.run(
    'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { _id callbackUrl } }',
    {
      input: {
        name: `SMS ${count}`,
        channelType: String(await idByIdentifier(server.app.db, 'channelTypes', 'sms')),
        settings: { provider: 'sms-gateway', url: gateway.url, secret, prices },
      },
    },
  );
  const { _id: id, callbackUrl } = createChannel;
  return { id, callbackUrl, secret, tell: async (...news) => (await tell(callbackUrl, news, secret)).status };
}
