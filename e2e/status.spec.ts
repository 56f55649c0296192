import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { type Sure, sendAllMessages, sure } from './board-alarm.ts';
import { inFull } from './in-full.ts';
import { test } from './journey.ts';
import { askAs } from './roles.ts';

const texts = {
  de: {
    heading: 'Aktuelle Meldungen',
    none: 'Zurzeit gibt es keine Meldungen.',
    changed: /Zuletzt geändert am/,
    earlier: 'Eine frühere Meldung',
    corrected: 'Diese Meldung wurde berichtigt und gilt nicht mehr.',
    other: 'English',
    message: 'Rauch nur im Norden',
  },
  en: {
    heading: 'Current messages',
    none: 'There are no messages at the moment.',
    changed: /Last changed on/,
    earlier: 'One earlier message',
    corrected: 'This message was corrected and is no longer valid.',
    other: 'Deutsch',
    message: 'Smoke in the north only',
  },
} as const;

type Node = { node: { id: string; identifier: string } };

const idOf = async (ask: Sure, list: string, identifier: string): Promise<string> =>
  (await ask(`{ ${list}(first: 100) { edges { node { id identifier } } } }`))[list].edges.find(
    ({ node }: Node) => node.identifier === identifier,
  ).node.id;

/** A web feed, and a live event of which something can be published on it. */
async function prepare(ask: Sure, mark: string) {
  const input = { name: `Netzseite ${mark}`, channelType: await idOf(ask, 'channelTypes', 'webfeed'), settings: {} };
  const { createChannel } = await ask(
    'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { id publicUrl } }',
    { input },
  );
  const { createEvent } = await ask(
    'mutation ($n: String!) { createEvent(input: { name: $n, isRunning: true }) { id } }',
    { n: `Netzprobe ${mark}` },
  );
  const publish = async (title: string, titleEn: string, relation: string) => {
    const report = { event: createEvent.id, reportType: await idOf(ask, 'reportTypes', 'public_information') };
    const { createReport } = await ask('mutation ($input: CreateReportInput!) { createReport(input: $input) { id } }', {
      input: { ...report, title, content: 'Bitte Fenster und Türen geschlossen halten.' },
    });
    const { addReportChannels } = await ask(
      'mutation ($r: ID!, $c: [ID!]!) { addReportChannels(report: $r, channels: $c) { messages { edges { node { id } } } } }',
      { r: createReport.id, c: [createChannel.id] },
    );
    const message = addReportChannels.messages.edges[0].node.id;
    const feedValues = { relation, titleEn, textEn: 'Please keep windows and doors shut.' };
    await ask('mutation ($input: UpdateMessageInput!) { updateMessage(input: $input) { id } }', {
      input: { id: message, feedValues },
    });
    await sendAllMessages(ask, createReport.id);
    const status = 'query ($id: ID!) { message(id: $id) { status } }';
    await expect
      .poll(async () => (await ask(status, { id: message }))['message'].status, { timeout: 60_000 })
      .toBe('sent');
  };
  return {
    publish,
    finish: () => ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: createEvent.id }),
  };
}

for (const [language, width, colorScheme] of inFull(
  [['de', 390, 'dark']] as const,
  [
    ['en', 1280, 'light'],
    ['de', 1280, 'light'],
    ['en', 390, 'dark'],
  ] as const,
)) {
  test(`visitors read published running events without script (${language}, ${width}, ${colorScheme})`, async ({
    browser,
    page,
  }) => {
    const text = texts[language];
    const ask = sure((await askAs(page.request)).ask);
    const { publish, finish } = await prepare(ask, `${language}${width}`);
    const context = await browser.newContext({
      viewport: { width, height: width === 390 ? 844 : 800 },
      javaScriptEnabled: false,
      colorScheme,
      locale: language,
    });
    await context.route(/\/status/, (route) => route.continue()); // else the browser shows for 15 s what it has
    const reader = await context.newPage();
    const reload = (what: () => Promise<void>) =>
      expect(async () => {
        await reader.goto('/status');
        await what();
      }).toPass({ timeout: 30_000 });
    await publish('Rauch über der Stadt', 'Smoke over the town', 'new');
    await publish('Rauch nur im Norden', 'Smoke in the north only', 'update');
    const message = reader.getByRole('article').filter({ hasText: text.message });
    await reload(() => expect(message).toBeVisible({ timeout: 1000 }));
    await expect(reader.getByRole('heading', { level: 1, name: text.heading })).toBeVisible();
    await expect(reader.getByText(text.changed)).toBeVisible();
    await expect(reader.getByText(text.corrected)).toBeHidden();
    await reader.getByText(text.earlier).click();
    await expect(reader.getByText(text.corrected)).toBeVisible();
    await expect(reader.getByRole('link', { name: /^(Atom|RSS)/ })).not.toHaveCount(0);
    expect(await reader.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.emulateMedia({ colorScheme });
    await page.goto(`/status?lang=${language}`);
    await expectAccessible(page);
    await finish();
    await reload(() => expect(reader.getByText(text.none)).toBeVisible({ timeout: 1000 }));
    await reader.getByRole('link', { name: text.other }).click();
    await expect(reader.locator('html')).toHaveAttribute('lang', language === 'de' ? 'en' : 'de');
    await context.close();
  });
}
