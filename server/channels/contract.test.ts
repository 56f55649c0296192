import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { inspect } from 'node:util';
import { pino } from 'pino';
import { deliveryKey } from '#server/channels/rendering/key.ts';
import { personDataType } from '#shared/administration/person-data-type.ts';
import { isDeviceKind } from '#shared/device-kinds.ts';
import { checkFeed } from '#shared/feed-field.ts';
import { checkField } from '#shared/fields/kinds.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { createRecipients } from '#testing/deliveries.ts';
import { fateNames } from '#testing/fates.ts';
import { type ProviderFixture, providerFixtures } from '#testing/fixtures.ts';
import {
  type Adapter,
  DeliveryError,
  NotStarted,
  type Outgoing,
  type Post,
  type Sender,
  type Values,
} from './channel.ts';
import { RequestRefused } from './received.ts';
import { adapters } from './registry.ts';

let app: TestApp;
const lines: string[] = [];
before(async () => {
  const started = await startTestApp();
  const config = { ...started.config, WEBHOOK_ALLOWED_HOSTS: ['127.0.0.1'] };
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  app = { ...started, config, log };
  await start();
});
after(async () => {
  await stop();
  await app.stop();
});

const { fixtures, start, stop } = providerFixtures(() => app);

for (const [identifier, adapter] of adapters) {
  describe(`provider ${identifier}`, () => contract(adapter, fixtures[identifier]));
}

function contract(adapter: Adapter, fixture: ProviderFixture | undefined): void {
  assert.ok(fixture, 'a provider needs a fixture here');
  let sender: Sender;
  const open = (settings: Values = {}) => {
    const parts = { ...app, callbackUrl: 'http://meldekette.test/api/channels/1/token' };
    return (fixture.open ?? adapter.open)({ ...fixture.settings(), ...settings }, parts);
  };
  before(() => {
    sender = open();
  });
  after(() => sender.close());

  const outgoings = async (count: number, more: Partial<Outgoing> = {}): Promise<Outgoing[]> => {
    const { recipients, messageId, reportId, eventId } = await createRecipients(app.db, {
      count,
      ...(fixture.address ? { address: fixture.address } : {}),
    });
    const { values } = checkFeed(adapter.feedFields ?? [], fixture.entered);
    const post: Post = {
      ...{
        messageId,
        reportId,
        reportType: 'public_information',
        family: [],
        eventId,
        eventName: 'Brand',
        eventType: null,
        eventTypes: {},
      },
      ...{ organisation: 'Klinikum Nord', language: 'de', values },
    };
    const made = recipients.map(({ id, personId, targetAddress }) => ({
      recipientId: id,
      generation: 1,
      personId,
      to: targetAddress,
      key: deliveryKey(app.secrets, id, 1),
      subject: 'Übung: „Brand“ 🚒',
      text: 'Bitte kommen Sie.\n.\nEine Zeile mit Punkt davor',
      html: '<p>Bitte kommen Sie.</p>',
      urgent: true,
      careful: false,
      ...(adapter.shape === 'post' ? { post } : {}),
      begin: () => undefined,
      ...more,
    }));
    await fixture.prepare?.(recipients.map(({ personId }) => personId));
    return made;
  };

  test('describes itself so that a form can be drawn', () => {
    const names = adapter.fields.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const field of adapter.fields) {
      assert.ok(field.label.de && field.label.en && field.name);
      const { default: initial = null } = field;
      assert.deepEqual(checkField(field, initial), { value: initial }, field.name);
    }
    const asked = (adapter.feedFields ?? []).map(({ name }) => name);
    assert.equal(new Set(asked).size, asked.length);
    assert.ok(!asked.includes('title') && !asked.includes('content'), 'these every message has');
    const untouched = checkFeed(adapter.feedFields ?? [], null);
    assert.deepEqual(untouched.faults, {}, 'defaults fit');
    assert.deepEqual(checkFeed(adapter.feedFields ?? [], fixture.entered).missing, []);
    assert.ok(adapter.label.de && adapter.label.en);
    assert.ok(adapter.slots(fixture.settings()) >= 1);
  });

  test('declares its capabilities, so that no code asks for its name', () => {
    const kinds = personDataType.fields['fieldType'];
    assert.ok(kinds && 'options' in kinds);
    assert.ok(
      adapter.addresses.every((kind) => isDeviceKind(kind) || kinds.options.some(({ value }) => value === kind)),
    );
    assert.equal(new Set(adapter.addresses).size, adapter.addresses.length);
    assert.equal(adapter.shape === 'post', adapter.addresses.length === 0, 'only what addresses nobody is a post');
    assert.ok(!adapter.receive || adapter.gives.receipts || adapter.gives.replies);
    assert.ok(adapter.addresses.length > 0 || !adapter.gives.replies, 'only people reply');
    assert.ok(!adapter.hears || adapter.gives.receipts || adapter.gives.replies);
    for (const text of adapter.cost ? ['Alarm', 'Alarm 🚒'.repeat(100)] : []) {
      const { parts } = adapter.cost!(text);
      assert.ok(Number.isInteger(parts) && parts >= 1);
    }
  });

  const { receive } = adapter;
  if (receive) test('rejects a request that is not surely from its provider', () => refusesStrangers(receive, fixture));

  test('sends one message once, after asking for permission to begin', async () => {
    const asked: number[] = [];
    const [outgoing] = await outgoings(1, { begin: () => void asked.push(1) });
    await sender.send(outgoing!);
    assert.equal(await fixture.arrived(outgoing!), 1);
    assert.equal(asked.length, 1);
  });

  if (adapter.shape === 'post') {
    test('publishes nothing twice: returns the same result, or the provider refuses', async () => {
      const [outgoing] = await outgoings(1);
      const first = await sender.send(outgoing!);
      const again = await sender.send(outgoing!).catch((error: unknown) => error);
      if (again instanceof DeliveryError) assert.ok(adapter.neverTwice);
      else assert.deepEqual(again, first);
      if (adapter.publicPath || adapter.neverTwice) assert.equal(await fixture.arrived(outgoing!), 1);
    });
  }

  test('sends as many at once as it has slots', async () => {
    const many = await outgoings(adapter.slots(fixture.settings()) * 2);
    await Promise.all(many.map((outgoing) => sender.send(outgoing)));
    for (const outgoing of many) assert.equal(await fixture.arrived(outgoing), 1);
  });

  test('sends nothing without permission to begin', async () => {
    const [outgoing] = await outgoings(1, {
      begin: () => {
        throw new NotStarted();
      },
    });
    await assert.rejects(sender.send(outgoing!), NotStarted);
    assert.equal(await fixture.arrived(outgoing!), 0);
  });

  test('sends a test message without a recipient, and publishes nothing of it', async () => {
    const { post: _post, ...one } = (await outgoings(1))[0]!;
    await sender.send({ ...one, recipientId: null });
    if (adapter.publicPath) assert.equal(await fixture.arrived(one), 0);
  });

  for (const name of fateNames) {
    const fate = fixture.fates[name];
    if (typeof fate === 'string') continue;
    test(`${name}: reports ${fate.kind}, and the next message goes as usual`, async () => {
      const [one, next] = (await outgoings(2)) as [Outgoing, Outgoing];
      Object.assign(one, fate.outgoing);
      const changed = fate.settings?.() ?? {};
      const own = fate.settings ? open(changed) : sender;
      await fate.arrange?.(one);
      const told: unknown = await own.send(one).then(
        () => 'sent',
        (error: unknown) => error,
      );
      await fate.heal?.(one);
      if (own !== sender) await own.close();
      assert.equal(told instanceof DeliveryError ? told.kind : told, fate.kind, inspect(told));
      if (name === 'credentials' && told instanceof DeliveryError)
        assert.deepEqual([told.reason, told.broken], ['channel_credentials', fate.kind === 'channel']);
      assert.equal(await fixture.arrived(one), fate.arrived ?? (fate.kind === 'sent' ? 1 : 0));
      const secret = String((fixture.secret && { ...fixture.settings(), ...changed }[fixture.secret]) ?? '');
      if (secret) assert.ok(!inspect(told, { depth: 9 }).includes(secret), 'a secret is shown');
      await sender.send(next);
      assert.equal(await fixture.arrived(next), 1);
    });
  }

  test('logs neither a secret nor an address', () => {
    const log = lines.join('');
    const secret = String((fixture.secret && fixture.settings()[fixture.secret]) ?? '');
    assert.ok(!secret || !log.includes(secret));
    assert.ok(!/\+49151\d|@example\.org/.test(log));
  });

  test('keeps no state from a failed message for the next', async () => {
    const [bad, good] = await outgoings(2);
    await sender.send({ ...bad!, to: 'x\r\ny' }).catch((error: unknown) => assert.ok(error instanceof DeliveryError));
    await sender.send(good!);
    assert.equal(await fixture.arrived(good!), 1);
  });
}

async function refusesStrangers(receive: NonNullable<Adapter['receive']>, fixture: ProviderFixture): Promise<void> {
  const request = { method: 'POST', url: 'http://localhost/', path: '', headers: {}, query: new URLSearchParams() };
  for (const body of ['', '[]', '{"status":"delivered"}', '\0']) {
    await assert.rejects(
      async () => receive({ ...request, body: Buffer.from(body) }, fixture.settings()),
      RequestRefused,
    );
  }
}
