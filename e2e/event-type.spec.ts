import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { test } from './journey.ts';
import { owner } from './owner.ts';
import { signIn } from './sign-in.ts';

test.beforeEach(({ page }) => signIn(page, 'de'));

const name = 'Hochwasser am Klinikum';

test('a new event type with list, text, location and template supports an activation until sent', async ({ page }) => {
  test.setTimeout(120_000);
  await nameStatuses(page);
  await define(page);
  await prepareText(page);
  await activate(page);
});

// a second channel with a later step
const mailActive = async (page: Page, isActive: boolean) => {
  const { token } = await (await page.request.post('/api/auth', { data: owner })).json();
  const headers = { authorization: `Bearer ${token}` };
  const call = async (query: string, variables = {}) =>
    (await (await page.request.post('/api/graphql/', { headers, data: { query, variables } })).json()).data;
  const { channels } = await call('{ channels(first: 100) { edges { node { id identifier } } } }');
  const { id } = channels.edges.find(({ node }: { node: { identifier: string } }) => node.identifier === 'email').node;
  const settings = { host: '127.0.0.1', port: 9, from: 'alarm@example.org' };
  await call('mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { id } }', {
    input: { id, isActive, settings },
  });
};
test.beforeEach(({ page }) => mailActive(page, true));
test.afterEach(({ page }) => mailActive(page, false));

/** Everything on the one page of the event type. */
async function define(page: Page): Promise<void> {
  await page.goto('/#/administration/eventtypes');
  await page.getByRole('button', { name: 'Ereignistyp anlegen' }).click();
  const drawer = page.getByRole('dialog', { name: /Ereignistyp/ });
  await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await choose(drawer, /^Ort/, 'Lagezentrum');
  await choose(drawer, /^Verteiler/, 'Führungskräfte');
  await page.keyboard.press('Escape');
  const pictures = drawer.getByRole('group', { name: 'Symbol', exact: true });
  await pictures.getByRole('button', { name: 'Symbol: Bild auswählen' }).click();
  await page.getByRole('button', { name: 'Haus im Wasser' }).click();
  await expect(pictures.getByRole('img', { name: 'Symbol auf hellem Grund' })).toBeVisible();
  const steps = drawer.getByRole('group', { name: 'Stufen des Alarms' });
  await steps.getByRole('button', { name: 'Alle gleichzeitig' }).click();
  await steps.getByLabel('E-Mail').fill('600');
  await buildTemplate(drawer);
  await drawer.getByRole('button', { name: 'Anlegen', exact: true }).click();
  await expect(page.getByText(`„${name}“ ist angelegt.`)).toBeVisible();
}

/** An empty name is refused, a saved one returns. */
async function nameStatuses(page: Page): Promise<void> {
  await page.goto('/#/administration/eventtypes');
  const rename = page.getByRole('button', { name: 'Ereignisstatus benennen' });
  const dialog = page.getByRole('dialog', { name: 'Ereignisstatus benennen' });
  const german = dialog.getByRole('group', { name: 'Begonnen oder beendet' }).getByLabel('Deutsch');
  const save = dialog.getByRole('button', { name: 'Speichern' });
  for (const name of ['In Arbeit', 'Veröffentlicht']) {
    await rename.click();
    await german.fill('');
    await save.click();
    await expect(dialog.getByText('Bitte geben Sie einen Namen an.')).toBeVisible();
    await german.fill(name);
    await save.click();
    await expect(dialog).toHaveCount(0);
    await rename.click();
    await expect(german).toHaveValue(name);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
}

async function choose(drawer: Locator, label: RegExp, option: string): Promise<void> {
  const field = drawer
    .getByRole('combobox', { name: label })
    .or(drawer.getByRole('textbox', { name: label }))
    .first();
  await field.fill(option);
  await drawer.getByRole('option', { name: option, exact: true }).click();
}

/** The template with an own section, moved by keyboard. */
async function buildTemplate(drawer: Locator): Promise<void> {
  await drawer.getByRole('button', { name: 'Mit der üblichen Vorlage beginnen (DV 100)' }).click();
  await drawer.getByRole('button', { name: 'Abschnitt hinzufügen' }).click();
  await drawer.getByLabel('Überschrift', { exact: false }).first().fill('Pegelstände');
  await drawer.getByRole('button', { name: 'Feld hinzufügen' }).click();
  await drawer.getByLabel('Bezeichnung', { exact: false }).first().fill('Pegel Altstadt in cm');
  await drawer.getByRole('button', { name: 'Pegelstände nach oben' }).press('ArrowUp');
  await drawer.getByRole('button', { name: 'Vorschau ansehen' }).click();
  await expect(drawer.getByLabel('Pegel Altstadt in cm')).toBeVisible();
}

/** An activation's text with a placeholder. */
async function prepareText(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Text hinzufügen: Aktivierung' }).click();
  const dialog = page.getByRole('dialog', { name: 'Text hinzufügen: Aktivierung' });
  const text = dialog.getByRole('textbox', { name: 'Text' });
  await text.pressSequentially('Das Wasser steigt. Treffpunkt: ');
  await dialog.getByRole('button', { name: 'Platzhalter einfügen' }).click();
  const end = () => dialog.getByRole('menu').evaluate((menu) => menu.getBoundingClientRect().bottom);
  await expect.poll(end).toBeLessThanOrEqual(page.viewportSize()!.height);
  await dialog.getByRole('menuitem', { name: 'Ort', exact: true }).click();
  await expect(text).toContainText('{{ event.location }}');
  await dialog.getByRole('textbox', { name: 'Name' }).focus();
  await expect(text.locator('[data-name]')).toHaveAttribute('data-name', 'Ort');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Text hinzufügen', exact: true }).click();
  await expect(page.getByText('Der Text ist hinterlegt.')).toBeVisible();
  await expect(page.getByText('Das Wasser steigt. Treffpunkt: Ort')).toBeVisible();
  await expectAccessible(page);
}

/** From the start page in three steps. */
async function activate(page: Page): Promise<void> {
  await page.goto('/#/activation');
  await page.getByRole('button', { name: /^Neues Ereignis/ }).click();
  await page.getByRole('switch', { name: 'Übung' }).check();
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await expect(page.getByText('Das Wasser steigt. Treffpunkt: Lagezentrum')).toBeVisible();
  await expect(page.getByText('Führungskräfte').first()).toBeVisible();
  const mailbox = page.getByRole('switch', { name: 'Nur zur Probe (Postfach)' });
  await mailbox.click();
  await expect(mailbox).toBeChecked();
  await expect(page.getByText(/^Ort nicht bestätigt: /)).toBeVisible();
  await page.getByRole('button', { name: 'Weiter: Senden' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Personen', exact: true })).toBeVisible();
  await expect(page.getByText(/^21 von 21 im Übungspostfach/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/^0 von 21 übergeben · nächste Stufe um \d\d:\d\d:\d\d$/)).toBeVisible();
  const someone = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Claudia Ahrens' }) });
  await expect(someone).toHaveText(/Übergeben.*Folgt um \d\d:\d\d:\d\d/);
  await expectAccessible(page);
}
