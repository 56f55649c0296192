import type { Db } from '#server/platform/database/connect.ts';
import { type Gateway, type GatewayCallback, startGateway, tell } from '#testing/fakes/gateway.ts';
import { createEvent, createReport, idByIdentifier } from './factories.ts';
import { createDraft } from './messages.ts';
import { startTestServer, type TestClient, type TestServer } from './server.ts';
import { until } from './until.ts';

/** A gateway channel, configured like an administrator does. */
export interface SmsChannel {
  id: number;
  callbackUrl: string;
  /** The secret that its gateway signs with. */
  secret: string;
  /** Posts callbacks like the gateway. Returns the status. */
  tell(...news: GatewayCallback[]): Promise<number>;
}

let count = 0;

/** With its own secret. */
export const createSmsChannel = (server: TestServer, gateway: Gateway, prices = ''): Promise<SmsChannel> =>
  createGatewayChannel(server, gateway, { type: 'sms', provider: 'sms-gateway', prices });

/** With its own secret. */
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

/** A server with an SMS channel and its gateway. */
export interface SmsServer {
  server: TestServer;
  db: Db;
  gateway: Gateway;
  channel: SmsChannel;
  /** Sends drafts, and waits for this many texts. */
  send(manager: TestClient, reportId: number, expected: number): Promise<void>;
  /** Asks people by SMS, by default in a new event. */
  ask(manager: TestClient, people: readonly number[], eventId?: number): Promise<{ reportId: number; eventId: number }>;
  stop(): Promise<void>;
}

/** Starts a server for tests in which people reply by SMS. */
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
