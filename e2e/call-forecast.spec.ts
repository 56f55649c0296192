import { expect } from '@playwright/test';
import { startSipExchange } from '#testing/fakes/sip-exchange.ts';
import { expectAccessible } from './accessible.ts';
import { createReadyActivation, type Sure, sendAllMessages, sure } from './board-alarm.ts';
import { languagesAndWidths } from './in-full.ts';
import { test } from './journey.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

const words = {
  de: {
    unknown: 'Noch ist nicht absehbar, bis wann alle angerufen sind',
    known: /^Alle angerufen bis etwa \d\d:\d\d$/,
  },
  en: {
    unknown: 'Too early to tell when everyone will have been called',
    known: /^Everyone called by about \d\d:\d\d$/,
  },
} as const;

async function voiceActive(ask: Sure, isActive: boolean): Promise<string> {
  const { channelTypes } = await ask('{ channelTypes(first: 100) { edges { node { id identifier } } } }');
  const { id } = channelTypes.edges.find(
    ({ node }: { node: { identifier: string } }) => node.identifier === 'voice',
  ).node;
  await ask('mutation ($i: UpdateChannelTypeInput!) { updateChannelType(input: $i) { id } }', { i: { id, isActive } });
  return id;
}

/** A mailing list of people with these mobile numbers. */
async function listOf(ask: Sure, name: string, numbers: readonly string[]): Promise<string> {
  const { personDataTypes } = await ask('{ personDataTypes(first: 200) { edges { node { _id identifier } } } }');
  const mobile = personDataTypes.edges.find(
    ({ node }: { node: { identifier: string } }) => node.identifier === 'mobile_business',
  ).node._id;
  const people: string[] = [];
  for (const [at, valueStr] of numbers.entries()) {
    const input = { firstName: 'Ruf', lastName: `${name} ${at}`, personData: [{ keyField: String(mobile), valueStr }] };
    const made = await ask('mutation ($i: CreatePersonInput!) { createPerson(input: $i) { id } }', { i: input });
    people.push(made['createPerson'].id);
  }
  const { createMailingList } = await ask('mutation ($n: String!) { createMailingList(input: { name: $n }) { id } }', {
    n: name,
  });
  const add = 'mutation ($l: ID!, $p: [ID!]) { addToMailingList(list: $l, people: $p) { id } }';
  await ask(add, { l: createMailingList.id, p: people });
  return createMailingList.id;
}

for (const [language, width] of languagesAndWidths('de', 1280)) {
  test(`a report shows when all will have been called, once some calls are over (${language}, ${width})`, async ({
    page,
  }) => {
    test.setTimeout(180_000); // calls take their time
    const ask = sure((await askAs(page.request)).ask);
    const exchange = await startSipExchange();
    const type = await voiceActive(ask, true);
    try {
      const name = `Anrufprognose ${language}${width}`;
      const numbers = Array.from({ length: 6 }, (_, at) => `+49151555010${at}${language === 'de' ? 1 : 2}${width % 7}`);
      const list = await listOf(ask, name, numbers);
      const pickUp = Promise.withResolvers<readonly string[]>();
      for (const number of numbers.slice(0, -1)) exchange.fates.set(number, [pickUp.promise]);
      exchange.fates.set(numbers.at(-1)!, ['no-answer']);
      const access = { server: `127.0.0.1:${exchange.port}`, user: 'haus', password: exchange.password };
      const settings = { provider: 'voice-sip', ...access, lines: 1, perSecond: 50, calls: 1, ring: 120 };
      const { createChannel } = await ask('mutation ($i: CreateChannelInput!) { createChannel(input: $i) { id } }', {
        i: { name, channelType: type, settings },
      });
      const { report, path } = await createReadyActivation(ask, name, list, {
        mode: 'LIVE',
        channel: createChannel.id,
      });
      await sendAllMessages(ask, report);
      await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
      await signIn(page, language, path);
      if (width === 390) await page.locator('summary').filter({ hasText: name }).click();
      await expect(page.getByText(words[language].unknown)).toBeVisible();
      await expectAccessible(page);
      pickUp.resolve(['']); // each listens to the text and hangs up
      await expect(page.getByText(words[language].known)).toBeVisible({ timeout: 90_000 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
    } finally {
      await voiceActive(ask, false);
      await exchange.stop();
    }
  });
}
