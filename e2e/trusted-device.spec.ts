import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { owner } from './owner.ts';
import { askAs, type RunOperation } from './roles.ts';

const password = 'Browsertest Zugang 2026';

/** An editor who can sign in with the password. */
async function makeEditor(ask: RunOperation, page: Page): Promise<string> {
  const email = `geraet.${Date.now()}@example.org`;
  const input = { email, firstName: 'Gerda', lastName: 'Gerät', roles: ['editor'] };
  await ask('mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }', { input });
  const mailbox = 'query ($search: String) { exerciseMessages(search: $search, first: 1) { edges { node { text } } } }';
  const token = async () => {
    const { data } = await ask(mailbox, { search: email });
    return /reset-password\/([\w-]{22})/.exec(data.exerciseMessages.edges[0]?.node.text ?? '')?.[1] ?? '';
  };
  await expect.poll(token, { timeout: 30_000 }).not.toBe('');
  await page.request.post('/api/reset-password', { data: { token: await token(), password } });
  return email;
}

async function enter(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
}

/** The same browser later, with an expired session. */
async function comeBack(context: BrowserContext): Promise<Page> {
  for (const open of context.pages()) await open.close();
  const page = await context.newPage();
  await page.addInitScript(() => {
    if (sessionStorage.getItem('came')) return;
    sessionStorage.setItem('came', 'back');
    localStorage.removeItem('token');
  });
  await page.goto('/');
  return page;
}

/** Another browser with everything that scripts and files of this one give away: cookies and local storage. */
async function steal(browser: Browser, context: BrowserContext): Promise<Page> {
  const page = await (await browser.newContext({ storageState: await context.storageState() })).newPage();
  await page.addInitScript(() => localStorage.removeItem('token'));
  await page.goto('/');
  return page;
}

test('a trusted device signs in with one tap until removed; a copy of its storage does not', async ({
  browser,
  page: first,
}) => {
  const { ask } = await askAs(first.request, owner);
  const email = await makeEditor(ask, first);
  const context = await browser.newContext();
  let page = await context.newPage();
  await page.goto('/#/login');
  const trust = page.getByRole('checkbox', { name: 'Diesem Gerät 30 Tage vertrauen' });
  await expect(trust).not.toBeChecked();
  await enter(page, email);
  await trust.check();
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  const menu = () => page.getByRole('button', { name: /Gerda Gerät/ });
  await expect(menu()).toBeVisible();

  page = await comeBack(context);
  const oneTap = () => page.getByRole('button', { name: 'Als Gerda Gerät anmelden' });
  const copy = await steal(browser, context);
  await expect(copy.getByLabel('E-Mail-Adresse')).toBeVisible();
  await expect(copy.getByRole('button', { name: /Als Gerda/ })).toHaveCount(0);
  await copy.context().close();

  await oneTap().click();
  await expect(menu()).toBeVisible();
  await page.goto('/#/updateprofile');
  const own = page.getByRole('listitem').filter({ hasText: 'Diese Anmeldung' });
  await expect(own.getByText('Vertrautes Gerät', { exact: true })).toBeVisible();
  await expect(own.getByText(/Netz 127\.0\.0\.1/)).toBeVisible();

  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto('/#/login');
  await enter(elsewhere, email);
  await elsewhere.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(elsewhere.getByRole('button', { name: /Gerda Gerät/ })).toBeVisible();
  await elsewhere.goto('/#/updateprofile');
  const listed = elsewhere.getByRole('listitem').filter({ hasText: 'Vertrautes Gerät' }).first();
  await listed.getByRole('button', { name: /Anmeldung beenden/ }).click();
  await elsewhere.getByRole('button', { name: 'Ja', exact: true }).click();
  await expect(elsewhere.getByText('Die Anmeldung ist beendet.')).toBeVisible();
  await expect(elsewhere.getByRole('listitem').filter({ hasText: 'Vertrautes Gerät' })).toHaveCount(0);

  page = await comeBack(context);
  await oneTap().click();
  await expect(page.getByRole('alert').filter({ hasText: 'Dieses Gerät gilt nicht mehr als vertraut.' })).toBeVisible();
  await expect(page.getByLabel('E-Mail-Adresse')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('E-Mail-Adresse')).toBeVisible();
  await expect(oneTap()).toHaveCount(0);
  await elsewhere.context().close();
  await context.close();
});

test('signing out leaves only language, scheme and the known browser in local storage', async ({
  browser,
  page: first,
}) => {
  const { ask } = await askAs(first.request, owner);
  const email = await makeEditor(ask, first);
  const context = await browser.newContext();
  const page = await context.newPage();
  const kept = () => page.evaluate(() => Object.keys(localStorage));
  const come = async () => {
    await page.goto('/#/login');
    await enter(page, email);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect(page.getByRole('button', { name: /Gerda Gerät/ })).toBeVisible();
  };
  const leave = async () => {
    await page.getByRole('button', { name: /Gerda Gerät/ }).click();
    await page.getByRole('menuitem', { name: 'Abmelden' }).click();
    await expect(page.getByLabel('E-Mail-Adresse')).toBeVisible();
  };
  await come();
  await page.getByRole('button', { name: /Gerda Gerät/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dunkel' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(kept).toContain('userData');
  await leave();
  expect(await kept()).toEqual(['i18nextLng']);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await come();
  await leave();
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto('/#/login');
  await enter(elsewhere, email);
  await elsewhere.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(elsewhere.getByRole('button', { name: /Gerda Gerät/ })).toBeVisible();
  await elsewhere.context().close();
  // only the second browser's sign-in is reported
  const mails =
    'query ($search: String) { exerciseMessages(search: $search, first: 10) { edges { node { subject } } } }';
  const told = async () => {
    const { data } = await ask(mails, { search: email });
    const subjects = data.exerciseMessages.edges.map(({ node }: { node: { subject: string } }) => node.subject);
    return subjects.filter((subject: string) => subject.includes('Anmeldung auf einem neuen Gerät')).length;
  };
  await expect.poll(told, { timeout: 30_000 }).toBe(1);
  await context.close();
});
