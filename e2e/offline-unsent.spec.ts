import { expect, type Page, type Route, test } from '@playwright/test';
import { age } from './kept-here.ts';
import { askAs, type RunOperation } from './roles.ts';
import { signIn } from './sign-in.ts';

const unsent = (page: Page) => page.getByRole('region', { name: 'Noch nicht gesendet oder nicht bestätigt' });

/** Lets an operation reach the server and loses the answer, once `until` came. */
async function loseAnswers(page: Page, operation: string, until?: Promise<void>): Promise<() => Promise<void>> {
  const lose = async (route: Route) => {
    if (!route.request().postData()?.includes(`"operationName":"${operation}"`)) return route.fallback();
    await route.fetch();
    await until;
    await route.abort('connectionreset');
  };
  await page.route('**/api/graphql/', lose);
  return () => page.unroute('**/api/graphql/', lose);
}

/** Keeps things on the device as slowly as a busy computer does. */
async function slowDownKeeping(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seal = crypto.subtle.encrypt.bind(crypto.subtle);
    crypto.subtle.encrypt = async (...terms) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return seal(...terms);
    };
  });
}

async function entriesOf(ask: RunOperation, event: string, kind: string): Promise<string[]> {
  const log = 'query ($id: ID!) { event(id: $id) { log(first: 100) { edges { node { kind text } } } } }';
  const { data } = await ask(log, { id: event });
  const entries: { node: { kind: string; text: string } }[] = data.event.log.edges;
  return entries.filter(({ node }) => node.kind === kind).map(({ node }) => node.text);
}

test.describe('with the application stored offline', () => {
  test.use({ serviceWorkers: 'allow' });

  test('keeps text of an offline user over a reload, sends nothing unasked and asks when online', async ({
    page,
    context,
  }) => {
    const { ask } = await askAs(page.request);
    const create =
      'mutation { createEvent(input: { name: "Leitung tot", mode: EXERCISE, isRunning: true }) { id _id } }';
    const { id, _id } = (await ask(create)).data.createEvent;
    try {
      await signIn(page, 'de');
      await page.goto('/#/offline');
      await expect(page.getByRole('heading', { name: 'Leitung tot' })).toBeVisible({ timeout: 30_000 });
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await page.goto(`/#/event/${_id}`);
      await page.getByLabel('Eintrag schreiben').fill('Die Feuerwehr ist da.');
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Eintragen' }).click();
      await expect(unsent(page)).toContainText('Die Feuerwehr ist da.');
      await expect(page.getByLabel('Eintrag schreiben')).toHaveValue('');
      await expect(page.getByText(/failed to fetch/i)).toHaveCount(0);

      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: 'Anrufliste (auch offline)' })).toBeVisible();
      await expect(unsent(page)).toContainText('Die Feuerwehr ist da.');
      await expect(unsent(page).getByRole('button', { name: 'Jetzt senden' })).toBeDisabled();
      const event = page.getByRole('article').filter({ hasText: 'Leitung tot' });
      await event.getByLabel('Eintrag schreiben').fill('Angefangen, als die Leitung wiederkam');

      await context.setOffline(false);
      await expect(page.getByRole('heading', { level: 1, name: 'Leitung tot' })).toBeVisible({ timeout: 30_000 });
      const [first, second] = [unsent(page).getByRole('listitem').nth(0), unsent(page).getByRole('listitem').nth(1)];
      await expect(second).toContainText('Angefangen, als die Leitung wiederkam');
      expect(await entriesOf(ask, id, 'note')).toEqual([]);

      await second.getByRole('button', { name: 'Verwerfen' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Ja', exact: true }).click();
      await expect(unsent(page).getByRole('listitem')).toHaveCount(1);
      await first.getByRole('button', { name: 'Jetzt senden' }).click();
      await expect(unsent(page)).toHaveCount(0);
      expect(await entriesOf(ask, id, 'note')).toEqual(['Die Feuerwehr ist da.']);
      const newest = 'query ($id: ID!) { event(id: $id) { log(first: 1) { edges { node { at happenedAt } } } } }';
      const [{ node }] = (await ask(newest, { id })).data.event.log.edges;
      expect(Date.parse(node.at) - Date.parse(node.happenedAt)).toBeGreaterThan(1000); // it happened when it was written
    } finally {
      await context.setOffline(false);
      await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id });
    }
  });

  test('keeps a begun entry on the page of the banner, and unsent ones show their later sending', async ({
    page,
    context,
  }) => {
    const { ask } = await askAs(page.request);
    const create = 'mutation { createEvent(input: { name: "Begonnen", mode: EXERCISE, isRunning: true }) { id _id } }';
    const { id, _id } = (await ask(create)).data.createEvent;
    try {
      await signIn(page, 'de');
      await page.goto('/#/offline');
      await expect(page.getByRole('heading', { name: 'Begonnen' })).toBeVisible({ timeout: 30_000 });
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await page.goto(`/#/event/${_id}`);
      await page.getByLabel('Eintrag schreiben').fill('Der Bus ist ab');
      await context.setOffline(true);
      await page.getByRole('link', { name: 'Zur Anrufliste' }).click();
      const entry = page.getByRole('article').filter({ hasText: 'Begonnen' }).getByLabel('Eintrag schreiben');
      await expect(entry).toHaveValue('Der Bus ist ab');
      await entry.fill('Der Bus ist abgefahren.');
      await page
        .getByRole('article')
        .filter({ hasText: 'Begonnen' })
        .getByRole('button', { name: 'Eintragen' })
        .click();
      await expect(unsent(page)).toContainText(/bleibt bis \d+\.\d+\.\d+ auf diesem Gerät/);

      await context.setOffline(false);
      await age(page, 'unsent:', 8 * 86_400_000);
      await page.reload();
      await expect(unsent(page)).toContainText('Nicht gesendet: Eintrag im Einsatztagebuch (Begonnen)');
      await expect(unsent(page)).toContainText('Nach 7 Tagen von diesem Gerät gelöscht');
      await expect(unsent(page)).not.toContainText('abgefahren');
      await expect(unsent(page).getByRole('button', { name: 'Jetzt senden' })).toHaveCount(0);
      await unsent(page).getByRole('button', { name: 'Gesehen' }).click();
      await expect(unsent(page)).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(unsent(page)).toHaveCount(0);
    } finally {
      await context.setOffline(false);
      await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id });
    }
  });
});

test('the list of unsent entries opens offline at first use without a stored worker', async ({ page, context }) => {
  const { ask } = await askAs(page.request);
  const create = 'mutation { createEvent(input: { name: "Nie gesehen", mode: EXERCISE, isRunning: true }) { id _id } }';
  const { id, _id } = (await ask(create)).data.createEvent;
  try {
    const fetched = page.waitForResponse(/\/OutboxList-[^/]+\.js$/);
    await signIn(page, 'de');
    await page.goto(`/#/event/${_id}`);
    await fetched; // seconds after the page appeared
    await page.getByLabel('Eintrag schreiben').fill('Strom weg.');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Eintragen' }).click();
    await expect(unsent(page)).toContainText('Strom weg.');
    await expect(unsent(page)).toContainText('noch nicht gesendet · geschrieben');
    await expect(unsent(page).getByRole('button', { name: 'Jetzt senden' })).toBeDisabled();
    // a missing page opens once connected
    await page.getByRole('link', { name: 'Verteiler' }).first().click();
    await expect(page.getByText('Keine Verbindung', { exact: true })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Verteiler' })).toBeVisible({ timeout: 30_000 });
    await expect(unsent(page).getByRole('button', { name: 'Jetzt senden' })).toBeEnabled();
  } finally {
    await context.setOffline(false);
    await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id });
  }
});

test('a browser without storage is not asked for copies repeatedly', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError');
    };
  });
  const copies: string[] = [];
  page.on('request', (request) => {
    const name = /"operationName":"(Offline\w+)"/.exec(request.postData() ?? '')?.[1];
    if (name) copies.push(name);
  });
  await page.clock.install();
  await signIn(page, 'de');
  await page.clock.runFor(5 * 60_000);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(copies).toEqual([]);
});

test('resends an entry with a lost answer by its key and logs it once despite later entries', async ({ page }) => {
  const { ask } = await askAs(page.request);
  const create = 'mutation { createEvent(input: { name: "Antwort weg", mode: EXERCISE, isRunning: true }) { id _id } }';
  const { id, _id } = (await ask(create)).data.createEvent;
  try {
    await signIn(page, 'de');
    await page.goto(`/#/event/${_id}`);
    await page.getByLabel('Eintrag schreiben').fill('Pforte besetzt.');
    const { promise: wroteOn, resolve: go } = Promise.withResolvers<void>();
    const hearAgain = await loseAnswers(page, 'AddLogEntry', wroteOn);
    await page.getByRole('button', { name: 'Eintragen' }).click();
    await page.getByLabel('Eintrag schreiben').pressSequentially(' Tor zu.');
    go();
    await expect(unsent(page)).toContainText('Pforte besetzt.');
    await expect(page.getByLabel('Eintrag schreiben')).toHaveValue('Tor zu.');
    await hearAgain();
    await page.reload();
    await unsent(page).getByRole('button', { name: 'Jetzt senden' }).click();
    await expect(unsent(page)).toHaveCount(0);
    expect(await entriesOf(ask, id, 'note')).toEqual(['Pforte besetzt.']);
  } finally {
    await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id });
  }
});

test('an alarm with a lost answer asks again after the tab was closed and alarms no one twice', async ({
  page,
  context,
}) => {
  const { ask } = await askAs(page.request);
  await slowDownKeeping(page);
  // a live page would see at once that the alarm is out; a stream that breaks would show a banner, which moves the tiles
  await page.route('**/api/graphql/stream', () => {});
  await signIn(page, 'de');
  await page.goto('/#/activation?mode=EXERCISE');
  await page.getByRole('button', { name: /^Infektionsausbruch/ }).click();
  await page.getByRole('button', { name: 'Weiter: Senden' }).click();
  const [, event, report] = /event\/(\d+)\/report\/(\d+)/.exec(page.url())!;
  try {
    await loseAnswers(page, 'SendReport');
    // nor would one that asks again
    await page.route('**/api/graphql/', async (route) => {
      if (!route.request().postData()?.includes('"operationName":"Report"')) await route.fallback();
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Ja', exact: true }).click();
    await expect(page.getByRole('dialog').getByText('noch einmal auf „Ja“', { exact: false })).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'Der Server ist nicht erreichbar' })).toHaveCount(0);
    const later = await context.newPage();
    await page.close();
    await later.goto('/');
    await expect(unsent(later)).toContainText('Nicht bestätigt: ');
    await unsent(later).getByRole('button', { name: 'Ansehen und senden' }).click();
    await expect(later.getByText(/raus \d\d:\d\d/)).toBeVisible();
    await expect(unsent(later)).toHaveCount(0);
    const sent = await ask('query ($id: ID!) { report(id: $id) { messages { edges { node { id } } } } }', {
      id: report,
    });
    expect(await entriesOf(ask, event!, 'message_launched')).toHaveLength(sent.data.report.messages.edges.length);
    expect(later.url()).toContain(`/event/${event}/report/${report}`);
  } finally {
    await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: event });
  }
});
