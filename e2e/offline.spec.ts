import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNothing } from './accessible.ts';
import { foundByAxe } from './engines.ts';
import { languagesAndWidths } from './in-full.ts';
import { type KeptHere, keptHere } from './kept-here.ts';
import { askAs, signInAs } from './roles.ts';
import { signIn, signInByForm } from './sign-in.ts';

test.use({ serviceWorkers: 'allow' });

const texts = {
  de: {
    title: 'Anrufliste (auch offline)',
    banner: 'Verbindung unterbrochen',
    asOf: /^Stand .*\d\d:\d\d \(.+\) · keine Verbindung$/,
    board: 'Laufende Ereignisse',
    team: 'Anrufliste des Krisenstabs',
    snippets: 'Textbausteine',
    jumps: 'Auf dieser Seite',
    search: 'Name oder Funktion suchen',
    alarm: 'Alarm vormerken',
    home: 'Was möchten Sie tun?',
    logout: 'Abmelden',
    email: 'E-Mail-Adresse',
  },
  en: {
    title: 'Call list (offline too)',
    banner: 'Connection lost',
    asOf: /^As of .*\d\d:\d\d \(.+\) · no connection$/,
    board: 'Running events',
    team: 'Call list of the crisis team',
    snippets: 'Snippets',
    jumps: 'On this page',
    search: 'Search by name or function',
    alarm: 'Save an alarm for later',
    home: 'What would you like to do?',
    logout: 'Sign out',
    email: 'E-mail address',
  },
} as const;

/** Lets the browser keep what it shows without a connection, and the application itself. */
async function keepCopies(page: Page, language: 'de' | 'en' = 'de'): Promise<void> {
  await page.goto('/#/offline');
  await expect.poll(async () => (await keptHere(page)).names, { timeout: 30_000 }).toEqual(all);
  await expect(page.getByRole('list', { name: texts[language].team }).getByRole('listitem').first()).toBeVisible();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}
const all = ['about', 'board', 'lock', 'team', 'texts'];

for (const [language, width] of languagesAndWidths('en', 390)) {
  test(`opens offline with the last known data and continues when online (${language}, ${width})`, async ({
    page,
    context,
  }) => {
    const text = texts[language];
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
    const { ask } = await askAs(page.request);
    const { data } = await ask(
      '{ event(id: "5") { name } people(first: 1, isCrisis: true, isActive: true) { edges { node { lastName } } } }',
    );
    await signIn(page, language);
    await keepCopies(page, language);
    await page.goto('/#/');
    await expect(page.getByRole('heading', { name: text.home })).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText(text.banner)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: text.title })).toBeVisible();
    await expect(page.getByText(text.asOf)).toHaveCount(3);
    await expect(page.getByRole('heading', { name: data.event.name })).toBeVisible();
    const team = page.getByRole('list', { name: text.team });
    // from the top each part is one key or tap away
    const jump = page.getByRole('navigation', { name: text.jumps }).getByRole('button', { name: text.team });
    expect((await jump.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await jump.press('Enter');
    await expect(page.getByRole('heading', { name: text.team })).toBeInViewport();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(text.search)).toBeFocused();
    await page.getByLabel(text.search).fill(data.people.edges[0].node.lastName);
    await expect(team.getByRole('listitem').first()).toContainText(data.people.edges[0].node.lastName);
    await expect(team.getByRole('link').first()).toHaveAttribute('href', /^tel:\+?\d+$/);
    await page.getByLabel(text.search).fill('');
    await page.getByRole('group').last().locator('summary').click();
    await expect(page.getByRole('heading', { name: text.alarm })).toBeVisible();
    await expect(page.locator('.Toastify__toast')).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNothing(() => foundByAxe(page, { onlyColours: true }));
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: text.home })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(text.banner)).toBeHidden();
  });
}

test('retries a failing server without leaving users in the offline view or losing their text', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'de');
  await keepCopies(page);
  let asked = 0;
  let fails = true;
  await page.route('**/api/graphql/', async (route) => {
    if (!route.request().postData()?.includes('query CurrentUser') || !fails) return route.continue();
    asked++;
    await route.fulfill({
      status: 500,
      json: { errors: [{ message: 'error_internal', extensions: { code: 'INTERNAL' } }] },
    });
  });
  await page.goto('/#/');
  await page.reload();
  const search = page.getByLabel(texts.de.search);
  await search.fill('Muster');
  for (let turn = 0; turn < 3; turn++) {
    const before = asked;
    await page.clock.runFor(20_000);
    await expect.poll(() => asked).toBeGreaterThan(before);
    await expect(search).toHaveValue('Muster');
    await expect(search).toBeFocused();
  }
  fails = false;
  await page.clock.runFor(20_000);
  await expect(page.getByRole('link', { name: /^Alarmieren/ })).toBeVisible();
});

test('an open page reports a lost connection at once and links to the offline data', async ({ page, context }) => {
  await signIn(page, 'de');
  await keepCopies(page);
  await page.goto('/#/');
  await expect(page.getByRole('heading', { name: texts.de.home })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('link', { name: /^Alarmieren/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Alarmieren' })).toBeVisible();
  await expect(page.getByText('Das braucht den Server.', { exact: false })).toBeVisible();
  await page.getByRole('link', { name: 'Zur Anrufliste' }).click(); // one on the page, in its first line
  await expect(page.getByRole('heading', { level: 1, name: texts.de.title })).toBeVisible();
  await expect(page.getByText(texts.de.asOf)).toHaveCount(3);
  await expect(page.getByText(/failed to fetch/i)).toHaveCount(0);
});

/** Words that stand in the copies: of an event, a person and a text. */
async function wordsOf(page: Page): Promise<string[]> {
  const { ask } = await askAs(page.request);
  const { data } = await ask(`{ event(id: "5") { name } snippets(first: 1, isActive: true) { edges { node { name } } }
    people(first: 1, isCrisis: true, isActive: true) { edges { node { lastName } } } }`);
  return [data.event.name, data.snippets.edges[0].node.name, data.people.edges[0].node.lastName];
}

const readableOf = ({ readable }: KeptHere, words: string[]) => words.filter((word) => readable.includes(word));

test('stored data is unreadable, and signing out in one tab deletes it in all tabs', async ({ page, context }) => {
  const words = await wordsOf(page);
  await signIn(page, 'de');
  await keepCopies(page);
  const other = await context.newPage();
  await other.goto('/#/offline');
  await expect(other.getByRole('list', { name: texts.de.team })).toBeVisible();
  const before = await keptHere(page);
  expect(readableOf(before, words)).toEqual([]);
  expect(before.readable).not.toContain('/api/');
  await page.getByRole('button', { name: /^Benutzermenü/ }).click();
  await page.getByRole('menuitem', { name: texts.de.logout }).click();
  for (const one of [page, other]) await expect(one.getByLabel(texts.de.email)).toBeVisible();
  const after = await keptHere(other);
  expect(after.names).toEqual([]);
  expect(readableOf(after, words)).toEqual([]);
  await expectNothingOffline(other, context, words);
});

test('signing out offline asks first and keeps stored data until confirmed', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'de');
  await keepCopies(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: texts.de.title })).toBeVisible();
  await page.getByLabel('Wo?').fill('Keller Süd');
  const begun = [...all, 'begun-alarm'].sort();
  await expect.poll(async () => (await keptHere(page)).names).toEqual(begun);
  const question = page.getByRole('dialog', { name: 'Ohne Verbindung abmelden?' });
  await page.getByRole('button', { name: texts.de.logout }).click();
  await expect(question).toContainText('anmelden können Sie sich erst wieder mit Verbindung');
  await question.getByRole('button', { name: 'Nein' }).click();
  await expect(question).toBeHidden();
  expect((await keptHere(page)).names).toEqual(begun);
  await page.getByRole('button', { name: texts.de.logout }).click();
  await question.getByRole('button', { name: 'Ja', exact: true }).click();
  await expect(page.getByLabel(texts.de.email)).toBeVisible();
  expect((await keptHere(page)).names).toEqual([]);
  const banner = await page.getByText(texts.de.banner).boundingBox();
  const logo = await page.locator('header img, header svg').first().boundingBox();
  expect(banner!.y + banner!.height).toBeLessThanOrEqual(logo!.y);
});

async function expectNothingOffline(page: Page, context: BrowserContext, words: string[]): Promise<void> {
  await context.setOffline(true);
  await page.goto('/');
  await page.reload();
  await expect(page.getByLabel(texts.de.email)).toBeVisible();
  for (const word of words) await expect(page.getByText(word)).toHaveCount(0);
}

test('a session expired or ended elsewhere shows and keeps nothing', async ({ page, context }) => {
  const words = await wordsOf(page);
  await signIn(page, 'de');
  await keepCopies(page);
  await context.setOffline(true);
  await page.evaluate(() => localStorage.setItem('clockAhead', '-9999999')); // twelve hours and more have passed
  await expectNothingOffline(page, context, words);
  await expect.poll(async () => (await keptHere(page)).names).toEqual([]);

  await context.setOffline(false);
  await signInByForm(page);
  await keepCopies(page);
  const { ask } = await askAs(page.request);
  const { data } = await ask('{ currentUser { sessions { id isCurrent } } }');
  for (const { id, isCurrent } of data.currentUser.sessions)
    if (!isCurrent) await ask('mutation ($id: ID!) { endSession(id: $id) }', { id });
  await page.goto('/#/groups');
  await expect(page.getByLabel(texts.de.email)).toBeVisible({ timeout: 30_000 });
  expect((await keptHere(page)).names).toEqual([]);
  await expectNothingOffline(page, context, words);
});

test('the next user of a browser gets nothing of the previous one, not even unsent entries', async ({
  page,
  context,
}) => {
  await signIn(page, 'de');
  await keepCopies(page);
  await context.setOffline(true);
  const kind = page.getByLabel('Was ist passiert?');
  await kind.selectOption({ label: 'Stromausfall' });
  await page.getByRole('link', { name: 'Ereignisse' }).first().click(); // thought better of it
  await page.goto('/#/offline');
  await expect(page.getByText('Alarm: Stromausfall')).toHaveCount(0);
  await expect(kind.locator('option:checked')).toHaveText('Stromausfall'); // and it is still there
  await page.getByLabel('Wo?').fill('Keller Süd');
  await expect.poll(async () => (await keptHere(page)).names).toContain('begun-alarm');
  await page.reload();
  await expect(page.getByLabel('Wo?')).toHaveValue('Keller Süd');
  await expect(page.getByRole('region', { name: 'Noch nicht gesendet' })).toHaveCount(0);
  await kind.selectOption({ label: 'Brand' });
  await page.getByRole('form').getByRole('button', { name: 'Alarm vormerken' }).click();
  await expect(page.getByRole('region', { name: 'Noch nicht gesendet' })).toContainText('Alarm: Brand');
  await page.evaluate(() => localStorage.setItem('clockAhead', '-9999999'));
  await page.reload();
  await expect(page.getByLabel(texts.de.email)).toBeVisible();
  const left = async () => (await keptHere(page)).names.map((name) => name.replace(/:.*/, ''));
  await expect.poll(left).toEqual(['lock', 'unsent']);
  await context.setOffline(false);
  await page.evaluate(() => localStorage.removeItem('clockAhead'));
  await signInAs(page, 'crisis_manager');
  await page.goto('/#/offline');
  await page.reload();
  await expect(page.getByRole('list', { name: texts.de.team })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Noch nicht gesendet' })).toHaveCount(0);
  await expect.poll(left).toEqual(all);
});
