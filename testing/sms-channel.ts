import type { Db } from '#server/platform/database/connect.ts';
import { type Gateway, type News, startGateway, tell } from '#testing/peers/gateway.ts';
import { createEvent, createReport, idByIdentifier } from './factories.ts';
import { createDraft } from './messages.ts';
import { startTestServer, type TestClient, type TestServer } from './server.ts';
import { until } from './until.ts';

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

/** A server with an SMS channel, and the gateway on the other side of it. */
export interface SmsServer {
  server: TestServer;
  db: Db;
  gateway: Gateway;
  channel: SmsChannel;
  /** Sends the drafts of a report, and waits until the gateway has so many more texts. */
  send(manager: TestClient, reportId: number, expected: number): Promise<void>;
  /** Asks people by SMS in a report of its own, and unless told otherwise in an event of its own. */
  ask(manager: TestClient, people: readonly number[], eventId?: number): Promise<{ reportId: number; eventId: number }>;
  stop(): Promise<void>;
}

/** Starts a server for a test file in which people write back by SMS. */
export async function startSmsServer(): Promise<SmsServer> {
  const server = await startTestServer();
  const gateway = await startGateway();
  const { db } = server.app;
  const channel = await createSmsChannel(server, gateway);
  const send: SmsServer['send'] = async (manager, reportId, expected) => {
    const before = gateway.taken.length;
    await manager.run(`mutation { sendReport(id: ${reportId}, launchKey: "sms-${reportId}") { _id } }`);
    await until(async () => gateway.taken.length >= before + expected);
  };
  return {
    server,
    db,
    gateway,
    channel,
    send,
    async ask(manager, people, given) {
      const eventId = given ?? (await createEvent(db)).id;
      const { id: reportId } = await createReport(db, { eventId });
      await createDraft(db, { reportId, channelId: channel.id, people: [...people], requestAnswer: true });
      await send(manager, reportId, people.length);
      return { reportId, eventId };
    },
    async stop() {
      await server.stop();
      await gateway.stop();
    },
  };
}
