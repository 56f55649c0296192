import { expect, type Page } from '@playwright/test';
import { createReadyActivation, sendAllMessages, sure } from './board-alarm.ts';
import { inFull, onlyInFull } from './in-full.ts';
import { test } from './journey.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

/** From now on something on the way to the server answers what is to be changed. */
const answerChanges = (page: Page, status: number) =>
  page.route('**/api/graphql/', (route) =>
    route.request().postData()?.includes('mutation')
      ? route.fulfill({ status, contentType: 'text/html', body: '<h1>No</h1>' })
      : route.fallback(),
  );

for (const size of inFull(
  [{ width: 390, height: 500 }],
  [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ],
)) {
  test(`an unexpected status is reported without covering buttons (${size.width} × ${size.height})`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await signIn(page, 'de');
    await page.goto('/#/event/5');
    await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
    await page.getByRole('menuitem', { name: 'Bearbeiten' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ereignis bearbeiten' });
    await dialog.getByRole('textbox', { name: 'Beschreibung' }).fill('Anders');
    await answerChanges(page, 418);
    const save = dialog.getByRole('button', { name: 'Speichern' });
    await save.click();
    const toast = page.locator('.Toastify__toast').first();
    await expect(toast).toContainText('Der Server antwortet nicht wie erwartet. (418');
    await expect
      .poll(async () => {
        const [over, button] = await Promise.all([toast.boundingBox(), save.boundingBox()]);
        const isRight = over!.x + over!.width > size.width - 40;
        const isLow = over!.y + over!.height > size.height / 3;
        const covers =
          over!.x < button!.x + button!.width &&
          button!.x < over!.x + over!.width &&
          over!.y < button!.y + button!.height &&
          button!.y < over!.y + over!.height;
        return { isRight, isLow, covers };
      })
      .toEqual({ isRight: true, isLow: true, covers: false });
  });
}

test('a failed sign-in or registration shows its reason in form and toast, a proxy its status', async ({ page }) => {
  await page.goto('/#/event/5?tab=log'); // signed out, all other addresses lead here
  await expect(page).toHaveURL('/#/login');
  await page.route('**/api/auth', (route) => route.fulfill({ status: 418, contentType: 'text/html', body: 'No' }));
  await page.getByLabel('E-Mail-Adresse').fill('jemand@example.org');
  await page.getByLabel('Passwort', { exact: true }).fill('irgendein Passwort');
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  const main = page.getByRole('main');
  const toast = page.locator('.toast');
  await expect(main.getByText(/^Der Server antwortet nicht wie erwartet\. \(418/)).toBeVisible();
  await expect(toast).toHaveText(/^Der Server antwortet nicht wie erwartet\. \(418/);
  await page.unroute('**/api/auth');
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(main.getByText('E-Mail-Adresse oder Passwort ist falsch.')).toBeVisible();
  const { invalid_credentials } = await (await page.request.get('/locales/de/apiMessage.json')).json();
  await expect(toast).toHaveText(invalid_credentials);
  await toast.click();
  await expect(toast).toHaveCount(0);

  await page.goto('/#/register');
  await page.route('**/api/register', (route) =>
    route.fulfill({ status: 400, json: { message: 'error_invalid_input', fields: { email: 'error_invalid_email' } } }),
  );
  await page.getByLabel('Vorname').fill('Anna');
  await page.getByLabel('Nachname').fill('Amsel');
  await page.getByLabel('E-Mail-Adresse').fill('anna@example.org');
  await page.getByRole('button', { name: 'Zugang beantragen' }).click();
  await expect(page.locator('.Toastify__toast--error')).toBeVisible();
  await expect(main.getByText('gültige E-Mail-Adresse')).toBeVisible();
});

test('does not repeat requests for texts that the server refuses', async ({ page }) => {
  const asked: string[] = [];
  await page.route('**/locales/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ status: 404, body: 'No' });
  });
  await page.clock.install();
  await page.goto('/#/login');
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await page.clock.runFor(60_000);
  expect(asked).toEqual([...new Set(asked)]);
});

for (const refused of ['first', 'rest']) {
  test(`reports texts that the server refuses, and loads them after a reload (${refused})`, async ({ page }) => {
    await signIn(page, 'de');
    let isRefused = true;
    await page.route(`**/locales/de/${refused}*`, (route) =>
      isRefused ? route.fulfill({ status: 404, body: 'No' }) : route.continue(),
    );
    await page.goto('/#/administration/channels');
    await page.reload();
    await expect(page.getByText('Die Seite konnte nicht geladen werden.').filter({ visible: true })).toBeVisible();
    await expect(page.getByText(/^nav\./)).toHaveCount(0);
    isRefused = false;
    await page.getByRole('button', { name: /^Neu laden/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Kanäle' })).toBeVisible();
  });
}

test('the sign-in page reports texts that the server refuses', async ({ page }) => {
  let isRefused = true;
  await page.route('**/locales/**', (route) =>
    isRefused ? route.fulfill({ status: 404, body: 'No' }) : route.continue(),
  );
  await page.goto('/#/login');
  await expect(page.getByRole('alert')).toContainText('The page could not be loaded. Please reload it.');
  isRefused = false;
  await page.getByRole('button', { name: 'Neu laden / Reload' }).click();
  await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible();
});

test('a page waits for its texts during an outage and shows no keys', async ({ page }) => {
  await signIn(page, 'de');
  let isAway = true;
  let asked = 0;
  await page.route('**/locales/de/more*', (route) => {
    if (!isAway) return route.continue();
    asked++;
    return route.fulfill({ status: 503, body: 'away' });
  });
  await page.clock.install();
  await page.goto('/#/duties');
  await page.reload();
  const later = async () => {
    await page.clock.runFor(6_000);
    return asked;
  };
  await expect.poll(later).toBeGreaterThan(8); // i18next itself gives up after six
  await expect(page.getByText(/^duties\./)).toHaveCount(0);
  isAway = false;
  const titles = async () => {
    await later();
    return page.getByRole('heading', { level: 1, name: 'Dienste' }).count();
  };
  await expect.poll(titles).toBe(1);
});

test('a toast does not cover a later question and returns after it', async ({ page }) => {
  await signIn(page, 'de');
  await page.goto('/#/activation?mode=EXERCISE');
  await page.getByRole('button', { name: /^Brand/ }).click();
  await expect(page.getByRole('button', { name: 'Weiter: Senden' })).toBeEnabled();
  await page.goto('/#/');
  const told = page.locator('.Toastify__toast', { hasText: 'Der Entwurf war unverändert' });
  await expect(told).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(told).toBeHidden();
  await page.evaluate(() => {
    for (const type of ['blur', 'focus']) window.dispatchEvent(new Event(type)); // lets a toast go on
  });
  await page.waitForTimeout(11_000); // longer than it is displayed
  const takesTap = await told.evaluate((toast) => {
    const { left, top, width, height } = toast.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return Boolean(hit?.closest('.Toastify__toast-container'));
  });
  expect(takesTap).toBe(false);
  await page.keyboard.press('Escape');
  await expect(told).toBeVisible();
  let restored = 0;
  await page.route('**/api/graphql/', (route) => {
    if (route.request().postData()?.includes('mutation CreateActivation')) restored++;
    return route.continue();
  });
  await told.getByRole('button', { name: 'Rückgängig' }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(page.getByRole('heading', { name: 'Aktivierung prüfen' })).toBeVisible();
  expect(restored).toBe(1);
});

test('a part that fails to load reports it at each use and works after a reload', async ({ page }) => {
  const files = /\/assets\/Shortcuts-[^/]+\.js$/;
  await page.route(files, (route) => route.abort());
  await signIn(page, 'de');
  const told = page.locator('.Toastify__toast', { hasText: 'Die Seite konnte nicht geladen werden.' });
  for (const _time of [1, 2]) {
    await page.keyboard.press('?');
    await expect(told).toBeVisible();
    await told.getByRole('button', { name: 'Schließen' }).click();
    await expect(told).toHaveCount(0);
  }
  await page.keyboard.press('?');
  await page.unroute(files);
  await told.getByRole('button', { name: 'Neu laden' }).click();
  await expect(told).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('messages whose code fails to load show plainly, with their latest text, until they are closed', async ({
  page,
}) => {
  await page.route(/\/assets\/Toasts-[^/]+\.js$/, (route) => route.abort());
  let status = 418;
  await page.route('**/api/register', (route) => route.fulfill({ status, contentType: 'text/html', body: 'No' }));
  await page.goto('/#/register');
  await page.getByLabel('Vorname').fill('Anna');
  await page.getByLabel('Nachname').fill('Amsel');
  await page.getByLabel('E-Mail-Adresse').fill('anna@example.org');
  await page.getByRole('button', { name: 'Zugang beantragen' }).click();
  const plain = page.locator('[data-kind="error"]');
  await expect(plain).toHaveText(/^Der Server antwortet nicht wie erwartet\. \(418/);
  status = 406;
  await page.getByRole('button', { name: 'Zugang beantragen' }).click();
  await expect(plain).toHaveText(/^Der Server antwortet nicht wie erwartet\. \(406/);
  await plain.getByRole('button', { name: 'Schließen' }).click();
  await expect(plain).toHaveCount(0);
});

test('a prepared channel whose code fails to load is announced with a reload, and appears after it', async ({
  page,
}) => {
  const ask = sure((await askAs(page.request)).ask);
  const { channels, mailingLists } = await ask(
    '{ channels { edges { node { id identifier } } } mailingLists(first: 50) { edges { node { id name } } } }',
  );
  const list = mailingLists.edges.find(({ node }: { node: { name: string } }) => node.name === 'Führungskräfte').node
    .id;
  const { report, eventId, path } = await createReadyActivation(ask, 'Ohne Teile', list);
  await sendAllMessages(ask, report);
  const exercise = channels.edges.find(({ node }: { node: { identifier: string } }) => node.identifier === 'exercise');
  await ask('mutation ($r: ID!, $c: [ID!]!) { addReportChannels(report: $r, channels: $c) { id } }', {
    r: report,
    c: [exercise.node.id],
  });
  const files = /\/assets\/PreparedChannel-[^/]+\.js$/;
  await page.route(files, (route) => route.abort());
  await signIn(page, 'de');
  await page.goto(`/#${path}`);
  const missing = page.getByRole('main').getByRole('alert').filter({ hasText: 'Dieser Teil der Seite' });
  await expect(missing).toBeVisible();
  await page.unroute(files);
  await missing.getByRole('button', { name: 'Neu laden' }).click();
  await expect(page.getByText(/ist vorbereitet|erreicht niemanden|niemand mehr zu fragen/).first()).toBeVisible();
  await expect(missing).toHaveCount(0);
  await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: eventId });
});

onlyInFull(test)(
  'a part that fails to load offline reports that and offers no reload that loses the page',
  async ({ page, context }) => {
    const files = /\/assets\/Shortcuts-[^/]+\.js$/;
    await page.route(files, (route) => route.abort());
    await signIn(page, 'de');
    await context.setOffline(true);
    await page.keyboard.press('?');
    const told = page.locator('.Toastify__toast');
    await expect(told).toContainText('Ohne Verbindung kann dieser Teil der Seite nicht geladen werden.');
    await expect(page.getByRole('button', { name: 'Neu laden' })).toHaveCount(0);
    await page.unroute(files);
    await context.setOffline(false);
    await expect(page.getByText('Verbindung unterbrochen')).toBeHidden();
    await told.getByRole('button', { name: 'Schließen' }).click();
    await expect(told).toHaveCount(0);
    await page.keyboard.press('?'); // a browser doesn't repeat a failed import
    await told.getByRole('button', { name: 'Neu laden' }).click();
    await expect(told).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
  },
);

test('reports a save that failed offline once at its place and once for the page, not as a toast', async ({
  page,
  context,
}) => {
  const ask = sure((await askAs(page.request)).ask);
  const { createMailingList } = await ask('mutation { createMailingList(input: { name: "Ohne Leitung" }) { id } }');
  const { report, path } = await createReadyActivation(ask, 'Leitung gekappt', createMailingList.id);
  await signIn(page, 'de');
  await page.goto(`/#${path}`);
  await page.getByRole('button', { name: 'Text ändern' }).first().click();
  const toasts: string[] = [];
  await page.exposeFunction('toasted', (text: string) => toasts.push(text));
  await page.evaluate(() =>
    new MutationObserver(() => {
      const shown = document.querySelector('.Toastify__toast--error')?.textContent;
      if (shown) void (window as unknown as { toasted: (text: string) => void }).toasted(shown);
    }).observe(document.body, { childList: true, subtree: true }),
  );
  await expect(page.locator('.Toastify')).toBeAttached(); // the code of toasts loads after the page
  await context.setOffline(true);
  await page.getByLabel('Text', { exact: true }).fill('Eingang Nord.');
  const done = page.getByRole('button', { name: 'Fertig' });
  for (const _time of [1, 2]) {
    await done.click();
    await expect(page.getByText('Der Text konnte nicht gespeichert werden.')).toBeVisible();
    await page.waitForTimeout(1000); // a toast comes a moment later
  }
  await expect(page.getByText('Verbindung unterbrochen')).toBeVisible();
  expect(toasts).toEqual([]);

  // an otherwise invisible failure has a toast
  await page.getByRole('button', { name: 'Entwurf verwerfen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja', exact: true }).click();
  await expect(page.locator('.Toastify__toast--error')).toContainText('Der Server ist nicht erreichbar');
  await context.setOffline(false);
  await expect(page.getByText('Verbindung unterbrochen')).toHaveCount(0, { timeout: 30_000 });
  await done.click();
  await expect(done).toHaveCount(0);
  const { report: stored } = await ask('query ($id: ID!) { report(id: $id) { content } }', { id: report });
  expect(stored.content).toContain('Eingang Nord.');
});
