import { AxeBuilder } from '@axe-core/playwright';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { owner } from './owner.ts';

test.use({ viewport: { width: 390, height: 844 } });

async function signIn(request: APIRequestContext) {
  const { token } = await (await request.post('/api/auth', { data: owner })).json();
  return async (query: string, variables: Record<string, unknown> = {}) => {
    const response = await request.post('/api/graphql/', {
      headers: { authorization: `Bearer ${token}` },
      data: { query, variables },
    });
    const { data, errors } = await response.json();
    expect(errors).toBeUndefined();
    return data;
  };
}

/** Sends somebody an exercise that asks for an answer; the address of their answer page. */
async function askedForAnswer(request: APIRequestContext): Promise<{ url: string; report: string }> {
  const ask = await signIn(request);
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
  await ask('mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { id } }', {
    id: message,
    key: message,
  });
  const mailbox =
    'query ($person: ID) { exerciseMessages(person: $person, first: 1) { edges { node { answerUrl message { id } } } } }';
  await expect
    .poll(async () => (await ask(mailbox, { person })).exerciseMessages.edges[0]?.node.message?.id, { timeout: 15_000 })
    .toBe(message);
  const { exerciseMessages } = await ask(mailbox, { person });
  return { url: exerciseMessages.edges[0].node.answerUrl, report: createReport.id };
}

test('answering by link on a telephone: choose, send, change, without any script', async ({ browser, request }) => {
  const { url, report } = await askedForAnswer(request);
  const page = await (
    await browser.newContext({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false })
  ).newPage();
  await page.goto(url);
  await expect(page.getByText('ÜBUNG – kein Ernstfall')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Bitte kommen Sie in den Stabsraum' })).toBeVisible();
  await expect(page.getByLabel('In wie vielen Minuten')).toBeHidden();
  await page.getByRole('button', { name: 'Antwort senden' }).click();
  await expect(page.getByRole('alert')).toContainText('Bitte wählen Sie eine Antwort aus');
  await page.getByLabel('Ich komme', { exact: true }).check();
  await page.getByLabel('In wie vielen Minuten').fill('20');
  await page.getByRole('button', { name: 'Antwort senden' }).click();
  await expect(page.getByRole('status')).toContainText('Ich komme, in 20 Minuten');
  await page.getByRole('link', { name: 'Antwort ändern' }).click();
  await expect(page.getByText('Ihre letzte Antwort: Ich komme, in 20 Minuten')).toBeVisible();
  await page.getByLabel('Ich komme nicht').check();
  await page.getByRole('button', { name: 'Antwort senden' }).click();
  await expect(page.getByRole('status')).toContainText('Ich komme nicht');
  const ask = await signIn(request);
  const board = await ask('query ($id: ID!) { report(id: $id) { answers { positive negative none } } }', {
    id: report,
  });
  expect(board.report.answers).toEqual({ positive: 0, negative: 1, none: 0 });
});

test('every state of the page is accessible and fits a telephone', async ({ page, request }) => {
  const { url } = await askedForAnswer(request);
  const check = async () => {
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  };
  await page.goto(url);
  await check();
  await page.getByRole('button', { name: 'Antwort senden' }).click();
  await check();
  await page.getByLabel('Ich komme', { exact: true }).check();
  await check();
  await page.getByRole('button', { name: 'Antwort senden' }).click();
  await check();
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('button', { name: 'Send answer' })).toBeVisible();
  await check();
  await page.goto(`${new URL(url).origin}/a/unknown`);
  await expect(page.getByRole('heading', { name: 'Dieser Link gilt nicht' })).toBeVisible();
  await check();
});
