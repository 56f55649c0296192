import assert from 'node:assert/strict';
import { createPersonToken } from '#server/contacts/people/tokens.ts';
import { tokenOf } from '#server/platform/secrets.ts';
import type { PushService, Subscribed } from '#testing/fakes/push-service.ts';
import { idByIdentifier } from './factories.ts';
import type { TestServer } from './server.ts';

/** Creates a push channel over the service, like an administrator. */
export async function createPushChannel(server: TestServer, service: PushService): Promise<number> {
  const administrator = await server.as('administrator');
  const { createChannel } = await administrator.run(
    'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { _id } }',
    {
      input: {
        name: 'Push',
        channelType: String(await idByIdentifier(server.app.db, 'channelTypes', 'webpush')),
        settings: { provider: 'webpush', contact: 'stab@example.org', services: service.origin },
      },
    },
  );
  return createChannel._id;
}

/** A person's own page in a browser. */
export interface OwnPage {
  html(): Promise<string>;
  submit(fields: Record<string, string>): Promise<{ status: number; page: string }>;
}

/** Opens a new personal link in Chrome on Android. */
export async function openOwnPage({ app, url }: TestServer, personId: number, language = 'de'): Promise<OwnPage> {
  const id = await app.db.transaction().execute((tx) => createPersonToken(app, tx, personId));
  const { nonce } = await app.db
    .selectFrom('personTokens')
    .select('nonce')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const link = `${url}/p/${tokenOf(app.secrets.link, nonce)}?lang=${language}`;
  const headers = {
    'user-agent': 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
  };
  const html = async () => (await fetch(link, { headers })).text();
  return {
    html,
    async submit(fields) {
      const mark = /name="mark" value="([^"]+)"/.exec(await html())![1]!;
      const body = new URLSearchParams({ mark, ...fields });
      const answer = await fetch(link, { method: 'POST', headers, body });
      return { status: answer.status, page: await answer.text() };
    },
  };
}

/** Enables notifications on the person's own page, like its script. */
export async function subscribe(server: TestServer, service: PushService, personId: number): Promise<Subscribed> {
  const page = await openOwnPage(server, personId);
  const key = /data-key="([^"]+)"/.exec(await page.html())![1]!;
  const subscribed = service.subscribe(key);
  const { status, page: after } = await page.submit({ action: 'device-add', ...subscribed });
  assert.equal(status, 200, after);
  return subscribed;
}
