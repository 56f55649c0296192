import type { Db } from '#server/platform/database/connect.ts';
import { createMailChannel } from '#testing/deliveries.ts';
import { type Gateway, startGateway } from '#testing/fakes/gateway.ts';
import { type MailServer, startMailServer } from '#testing/fakes/mail-server.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createSmsChannel, type SmsChannel } from '#testing/sms-channel.ts';

/** Records what leaves. */
export interface MailAndTexts {
  server: TestServer;
  db: Db;
  manager: TestClient;
  mails: MailServer;
  texts: Gateway;
  /** The id of the mail channel. */
  mail: number;
  sms: SmsChannel;
  stop(): Promise<void>;
}

export async function startMailAndTexts(): Promise<MailAndTexts> {
  const server = await startTestServer();
  const { db } = server.app;
  const [mails, texts] = await Promise.all([startMailServer(), startGateway()]);
  const mail = await createMailChannel(db, mails.port, { maxConnections: 4 });
  const sms = await createSmsChannel(server, texts);
  const manager = await server.as('crisis_manager');
  const stop = async () => {
    await server.stop();
    await Promise.all([mails.stop(), texts.stop()]);
  };
  return { server, db, manager, mails, texts, mail, sms, stop };
}
