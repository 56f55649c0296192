import { type APIRequestContext, expect } from '@playwright/test';
import { atOnce } from './board-alarm.ts';
import { foundByAxe } from './engines.ts';
import { test } from './journey.ts';
import { askAsOwner } from './roles.ts';
import { translatePage } from './translator.ts';

/** Sends a question in an exercise; returns the answer page. */
async function askedForAnswer(request: APIRequestContext): Promise<{ url: string; report: string }> {
  const ask = await askAsOwner(request);
  const { people } = await ask('{ people(first: 1, isActive: true) { edges { node { id } } } }');
  const person = people.edges[0].node.id;
  const { createEvent } = await ask(
    'mutation { createEvent(input: { name: "Antwortprobe", mode: EXERCISE, isRunning: true }) { id } }',
  );
  const types = await ask(
    '{ reportTypes(first: 100) { edges { node { id identifier } } } channels { edges { node { id identifier } } } }',
  );
  const withIdentifier = (list: { edges: { node: { id: string; identifier: string } }[] }, identifier: string) =>
    list.edges.find(({ node }) => node.identifier === identifier)!.node.id;
  const { createReport } = await ask('mutation ($input: CreateReportInput!) { createReport(input: $input) { id } }', {
    input: {
      event: createEvent.id,
      reportType: withIdentifier(types.reportTypes, 'activation'),
      title: 'Bitte kommen Sie in den Stabsraum',
      content: 'Im Haupthaus ist der Strom ausgefallen.',
    },
  });
  const { addReportChannels } = await ask(
    'mutation ($report: ID!, $channels: [ID!]!) { addReportChannels(report: $report, channels: $channels) { messages { edges { node { id } } } } }',
    { report: createReport.id, channels: [withIdentifier(types.channels, 'exercise')] },
  );
  const message = addReportChannels.messages.edges[0].node.id;
  await ask('mutation ($id: ID!) { updateMessage(input: { id: $id, requestAnswer: true }) { id } }', { id: message });
  await ask(
    'mutation ($id: ID!, $people: [ID!]) { setMessageRecipients(message: $id, people: $people, lists: [], groups: []) { id } }',
    { id: message, people: [person] },
  );
  const send = 'mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { id } }';
  await atOnce(ask, () => ask(send, { id: message, key: message }));
  const mailbox =
    'query ($person: ID) { exerciseMessages(person: $person, first: 1) { edges { node { answerUrl message { id } } } } }';
  await expect
    .poll(async () => (await ask(mailbox, { person })).exerciseMessages.edges[0]?.node.message?.id, { timeout: 30_000 })
    .toBe(message);
  const { exerciseMessages } = await ask(mailbox, { person });
  return { url: exerciseMessages.edges[0].node.answerUrl, report: createReport.id };
}

test('answers by link on a telephone with one tap, without script; minutes and remark follow', async ({
  browser,
  request,
}) => {
  const { url, report } = await askedForAnswer(request);
  const context = await browser.newContext({ viewport: { width: 390, height: 600 }, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(url);
  await expect(page.getByText('ÜBUNG – kein Ernstfall')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Bitte kommen Sie in den Stabsraum' })).toBeVisible();
  for (const name of ['Ich komme', 'Ich komme nicht', 'Später / unklar']) {
    const button = page.getByRole('button', { name, exact: true });
    await expect(button).toBeInViewport({ ratio: 1 });
    expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(64);
  }
  await page.getByRole('button', { name: 'Ich komme', exact: true }).click();
  await expect(page.getByRole('status')).toContainText('Festgehalten: Ich komme');
  await expect(page.getByRole('button', { name: '60 min' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: '20 min' }).click();
  await expect(page.getByRole('status')).toContainText('Ich komme, in 20 Minuten');
  await expect(page.getByRole('button', { name: '60 min' })).toBeInViewport({ ratio: 1 });
  await page.getByLabel('Bemerkung').fill('mit Anhänger');
  await page.getByLabel('Oder eine andere Zahl').fill('25');
  await page.getByLabel('Oder eine andere Zahl').press('Enter');
  await expect(page.getByRole('status')).toContainText('Ich komme, in 25 Minuten, „mit Anhänger“');
  await page.getByRole('link', { name: 'Antwort ändern' }).click();
  await expect(page.getByText('Ihre letzte Antwort: Ich komme, in 25 Minuten')).toBeVisible();
  // answers first, so that no tap reports an arrival by mistake
  const order = page.locator('button.option, button.arrive');
  await expect(order).toHaveText(['Ich komme', 'Ich komme nicht', 'Später / unklar', 'Ich bin da']);
  await expect(order.last()).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Ich komme nicht' }).click();
  await expect(page.getByRole('status')).toContainText('Ich komme nicht');
  await expect(page.getByRole('button', { name: '20 min' })).toHaveCount(0);
  const ask = await askAsOwner(request);
  const board = await ask('query ($id: ID!) { report(id: $id) { answers { positive negative none } } }', {
    id: report,
  });
  expect(board.report.answers).toEqual({ positive: 0, negative: 1, none: 0 });
  await context.close();
});

test('an unsent answer stays on the page and is retried until accepted; the last tap counts', async ({
  browser,
  request,
}) => {
  const { url, report } = await askedForAnswer(request);
  const context = await browser.newContext({ viewport: { width: 390, height: 600 } });
  const page = await context.newPage();
  await page.goto(url);
  await translatePage(page);
  let isBack = false;
  let refused = 0;
  await page.route('**/a/**', (route) => {
    if (isBack) return route.continue();
    // no server, and a proxy that reports it
    return ++refused % 2 ? route.abort('connectionrefused') : route.fulfill({ status: 502, body: 'Bad Gateway' });
  });
  await page.getByRole('button', { name: 'Ich komme nicht', exact: true }).click();
  await expect(page.locator('#sending')).toContainText('Ihre Antwort ist noch nicht angekommen');
  await expect.poll(() => refused, { timeout: 30_000 }).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Ich komme', exact: true }).click();
  isBack = true;
  await expect(page.getByRole('status')).toContainText('Festgehalten: Ich komme', { timeout: 30_000 });
  await page.getByRole('button', { name: '20 min' }).click();
  await expect(page.getByRole('status')).toContainText('Ich komme, in 20 Minuten');
  await page.getByLabel('Oder eine andere Zahl').fill('zehn');
  await page.getByLabel('Oder eine andere Zahl').press('Enter');
  await expect(page.getByRole('alert')).toContainText('zwischen 0 und 1440');
  const ask = await askAsOwner(request);
  const board = await ask('query ($id: ID!) { report(id: $id) { answers { positive negative none } } }', {
    id: report,
  });
  expect(board.report.answers).toEqual({ positive: 1, negative: 0, none: 0 });
  await context.close();
});

test('every state of the answer page is accessible in both schemes and fits a telephone', async ({
  browser,
  request,
}) => {
  const { url } = await askedForAnswer(request);
  const context = await browser.newContext({ viewport: { width: 390, height: 600 } });
  const page = await context.newPage();
  const check = async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const ground = await page.evaluate(() => getComputedStyle(document.querySelector('main')!).backgroundColor);
      expect(ground === 'rgb(255, 255, 255)').toBe(colorScheme === 'light');
      expect(await foundByAxe(page, { onlyColours: colorScheme === 'dark' })).toEqual([]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  };
  await page.goto(`${url}?option=2`);
  await check();
  await page.getByRole('button', { name: 'Ich komme', exact: true }).click();
  await check();
  await page.getByLabel('Oder eine andere Zahl').fill('zehn');
  await page.getByRole('button', { name: 'Angaben speichern' }).click();
  await expect(page.getByRole('alert')).toContainText('zwischen 0 und 1440');
  await check();
  await page.goto(url);
  await page.getByRole('button', { name: 'Ich bin da' }).click();
  await expect(page.getByRole('status')).toContainText('als eingetroffen gemeldet');
  await check();
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByText('You are recorded as arrived')).toBeVisible();
  await check();
  await page.goto(`${new URL(url).origin}/a/unknown`);
  await expect(page.getByRole('heading', { name: 'Dieser Link gilt nicht' })).toBeVisible();
  await check();
  await context.close();
});
