import { type Gateway, type News, tell } from '#server/testing/peers/gateway.ts';
import { idByIdentifier } from './factories.ts';
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
export const createSmsChannel = (server: TestServer, gateway: Gateway, prices = ''): Promise<SmsChannel> =>
  createGatewayChannel(server, gateway, { type: 'sms', provider: 'sms-gateway', prices });

/** The same for calls. */
export const createCallChannel = (server: TestServer, gateway: Gateway): Promise<SmsChannel> =>
  createGatewayChannel(server, gateway, { type: 'voice', provider: 'call-gateway', prices: '' });

async function createGatewayChannel(
  server: TestServer,
  gateway: Gateway,
  { type, provider, prices }: Record<'type' | 'provider' | 'prices', string>,
): Promise<SmsChannel> {
  const administrator = await server.as('administrator');
  const secret = `geheim-${++count}`;
  const { createChannel } = await administrator.run(
    'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { _id callbackUrl } }',
    {
      input: {
        name: `${type} ${count}`,
        channelType: String(await idByIdentifier(server.app.db, 'channelTypes', type)),
        settings: { provider, url: gateway.url, secret, prices },
      },
    },
  );
  const { _id: id, callbackUrl } = createChannel;
  return { id, callbackUrl, secret, tell: async (...news) => (await tell(callbackUrl, news, secret)).status };
}
