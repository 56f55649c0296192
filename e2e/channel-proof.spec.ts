import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { sure } from './board-alarm.ts';
import { languagesAndWidths } from './in-full.ts';
import { test } from './journey.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';
import { expectFits } from './usable.ts';

const texts = {
  de: {
    line: 'Jeder Kanal ist erprobt',
    todo: 'Noch nicht erprobt oder zuletzt gescheitert: Probe-SMS. Senden Sie eine Testnachricht.',
    fire: /^Brand/,
    never: 'Noch nicht erprobt: Probe-SMS. Ob dort etwas ankommt, weiß niemand.',
    failed: 'Zuletzt gescheitert: Probe-SMS.',
  },
  en: {
    line: 'Every channel is tested',
    todo: 'Not tested yet, or failed last time: Probe-SMS. Send a test message.',
    fire: /^Fire/,
    never: 'Not tested yet: Probe-SMS. No one knows whether messages arrive.',
    failed: 'Failed last time: Probe-SMS.',
  },
};

/** A gateway of SMS that accepts or refuses the account. */
const gateway = { isOpen: true };
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(gateway.isOpen ? 200 : 401, { 'content-type': 'application/json' }).end('{"id":"1"}');
});
test.beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
test.afterAll(() => new Promise<void>((done) => server.close(() => done())));

for (const [language, width] of languagesAndWidths('de', 390))
  test(`a channel without a successful test warns before the first alarm (${language}, ${width})`, async ({ page }) => {
    const text = texts[language];
    const ask = sure((await askAs(page.request)).ask);
    const { channelTypes } = await ask('{ channelTypes(first: 100) { edges { node { id identifier } } } }');
    const channelType = channelTypes.edges.find(
      ({ node }: { node: { identifier: string } }) => node.identifier === 'sms',
    ).node.id;
    const { port } = server.address() as AddressInfo;
    const settings = {
      provider: 'sms-http',
      url: `http://127.0.0.1:${port}/`,
      body: '{"to":"{to}","text":"{text}"}',
      idAt: 'json:id',
      ownNetwork: true,
    };
    const { createChannel } = await ask(
      'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { id } }',
      { input: { name: 'Probe-SMS', channelType, settings } },
    );
    const tryOut = async (isOpen: boolean) => {
      gateway.isOpen = isOpen;
      const send = 'mutation ($id: ID!) { testChannel(id: $id, address: "0152 28817386") }';
      expect((await ask(send, { id: createChannel.id }))['testChannel']).toEqual(
        isOpen ? { ok: true } : expect.objectContaining({ ok: false }),
      );
    };
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
    await signIn(page, language);
    const line = page.getByRole('link').filter({ hasText: text.line });
    await expect(line).toContainText(text.todo);
    await expectAccessible(page);
    await page.goto('/#/activation');
    await page.getByRole('button', { name: text.fire }).click();
    const bar = page.getByRole('status').filter({ hasText: text.never });
    await expect(bar).toBeVisible();
    await expectAccessible(page);
    await expectFits(page, 'check');

    // a test removes or changes the warning
    await tryOut(true);
    await page.reload();
    await expect(page.getByRole('status').filter({ hasText: 'Probe-SMS' })).toBeVisible();
    await expect(page.getByText(text.never)).toHaveCount(0);
    await tryOut(false);
    await page.reload();
    await expect(page.getByRole('status').filter({ hasText: text.failed })).toBeVisible();
  });
