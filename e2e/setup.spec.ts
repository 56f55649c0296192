import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { onlyInFull } from './in-full.ts';
import { test } from './journey.ts';
import { askAs, type RunOperation } from './roles.ts';
import { signIn } from './sign-in.ts';

const colour = { r: 180, g: 20, b: 90 };
const name = 'Alarmzentrale Nord';
let ask: RunOperation;
let token: string;

test.beforeEach(async ({ page }) => {
  await signIn(page, 'de');
  ({ ask, token } = await askAs(page.request));
});

// the other journeys share this server
test.afterEach(async () => {
  const texts = { system_name: 'Meldekette', server_type: 'test', undo_seconds: '10', imprint_url: null };
  for (const [valueKey, valueStr] of Object.entries(texts)) await set({ valueKey, valueStr });
  await set({ valueKey: 'system_logo', valueBlob: null });
});

async function set(values: { valueKey: string; valueStr?: string | null; valueBlob?: string | null }): Promise<void> {
  const query = `mutation ($valueKey: String!, $valueStr: String, $valueBlob: ID) {
    updateSystemSetting(valueKey: $valueKey, valueStr: $valueStr, valueBlob: $valueBlob) { id } }`;
  expect((await ask(query, values)).refusals).toEqual([]);
}

const logo = () =>
  sharp({ create: { width: 90, height: 60, channels: 3, background: colour } })
    .png()
    .toBuffer();
const part = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const save = async (page: Page, title: string) => {
  await part(page, title).getByRole('button', { name: 'Speichern' }).click();
  await expect(part(page, title).getByText('Gespeichert', { exact: true }).first()).toBeVisible();
};

/** Whether the picture that an address answers is the logo, also when the server has re-encoded it. */
async function expectLogo(page: Page, address: string | null): Promise<void> {
  const response = await page.request.get(address ?? '');
  const { dominant } = await sharp(await response.body()).stats();
  for (const channel of ['r', 'g', 'b'] as const)
    expect(Math.abs(dominant[channel] - colour[channel])).toBeLessThan(16);
}

test('name and logo apply at once in open pages, on the sign-in page, in the title and in mails', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await page.context().newPage();
  await other.goto('/#/events');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();

  await page.goto('/#/administration/systemsetup');
  await page.getByLabel('Name des Systems').fill(name);
  await save(page, 'Installation');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('group', { name: 'Logo', exact: true }).getByRole('button', { name: 'Bild hochladen' }).click();
  await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await logo() });
  await expect(page.getByRole('img', { name: 'Logo auf hellem Grund', exact: true })).toBeVisible();
  await save(page, 'Erscheinungsbild');

  for (const open of [page, other]) {
    const picture = open.getByRole('banner').getByRole('link', { name }).locator('img');
    await expect(picture).toBeVisible();
    await expectLogo(open, await picture.getAttribute('src'));
  }
  await expect(other).toHaveTitle(`Ereignisse – ${name}`);
  await other.close();

  const visitor = await browser.newContext(baseURL ? { baseURL } : {});
  const signInPage = await visitor.newPage();
  await signInPage.goto('/#/login');
  await expect(signInPage.getByRole('banner').getByText(name)).toBeVisible();
  await expect(signInPage).toHaveTitle(`Anmelden – ${name}`);
  await expectLogo(signInPage, await signInPage.getByRole('banner').locator('img').getAttribute('src'));
  await visitor.close();

  await ask('mutation { testSystemMail(identifier: "user_approved", language: "de") }');
  const mailbox = 'query ($search: String) { exerciseMessages(search: $search, first: 1) { edges { node { html } } } }';
  const { data } = await ask(mailbox, { search: `Test: ${name}` });
  const { html } = data.exerciseMessages.edges[0].node;
  await expectLogo(page, /<img src="([^"]+)"/.exec(html)?.[1] ?? null);

  const reports = await ask('{ situationReports(event: "/api/v2/events/5", first: 1) { edges { node { pdfUrl } } } }');
  const { pdfUrl } = reports.data.situationReports.edges[0].node;
  const pdf = await page.request.get(pdfUrl, { headers: { authorization: `Bearer ${token}` } });
  expect((await pdf.body()).toString('latin1')).toContain('/Subtype /Image');
});

test('an error appears at its field without saving it; the rest of the section is saved', async ({ page }) => {
  await page.goto('/#/administration/systemsetup');
  const sending = part(page, 'Versand');
  await expect(sending.getByRole('button', { name: 'Speichern' })).toBeDisabled();
  await sending.locator('[name=undo_seconds]').fill('20');
  await sending.getByLabel('Wartezeit auf eine Antwort').fill('9999');
  await expect(sending.getByText('2 Änderungen')).toBeVisible();
  await sending.getByRole('button', { name: 'Speichern' }).click();
  await expect(sending.getByLabel('Wartezeit auf eine Antwort')).toHaveAttribute('aria-invalid', 'true');
  await expect(sending.getByText('Gespeichert', { exact: true })).toHaveCount(1);
  await expect(sending.getByText('1 Änderung', { exact: true })).toBeVisible();
  await sending.getByRole('button', { name: 'Verwerfen' }).click();
  await expect(sending.getByLabel('Wartezeit auf eine Antwort')).toHaveValue('5 Minuten');
  await sending.getByRole('button', { name: 'Zurück zu „10 Sekunden“' }).click();
  await save(page, 'Versand');
  await page.reload();
  await expect(sending.locator('[name=undo_seconds]')).toHaveValue('10 Sekunden');
});

onlyInFull(test)('only production has colours, and the imprint is linked if configured', async ({ page }) => {
  await page.goto('/#/administration/systemsetup');
  const bar = page.getByRole('banner');
  await expect(bar.getByText('Testbetrieb – Alarme gehen hinaus')).toBeVisible();
  const grey = await bar.evaluate((element) => getComputedStyle(element).backgroundColor);
  await page.getByLabel('Art der Installation').selectOption({ label: 'Produktivbetrieb' });
  await expect(page.getByText('Nach dem Speichern sind die Leisten für alle farbig')).toBeVisible();
  await save(page, 'Installation');
  await expect(bar.getByText('Testbetrieb')).toBeHidden();
  await page.goto('/#/events');
  await expect.poll(() => bar.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(grey);
  await page.goto('/#/administration/systemsetup');
  await page.getByLabel('Adresse des Impressums').fill('https://example.org/impressum');
  await save(page, 'Rechtliches');
  const imprint = page.getByRole('contentinfo').getByRole('link', { name: 'Impressum' });
  await expect(imprint).toHaveAttribute('href', 'https://example.org/impressum');
});

test('the audit log describes changes with their user and reports that it is intact', async ({ page }) => {
  await set({ valueKey: 'undo_seconds', valueStr: '30' });
  await page.goto('/#/administration');
  await page.getByRole('link', { name: 'Änderungsprotokoll' }).click();
  const entry = page
    .getByRole('listitem')
    .filter({ hasText: 'Einstellung „Zeit zum Rückgängigmachen“ geändert' })
    .first();
  await expect(entry).toContainText('10 Sekunden');
  await expect(entry).toContainText('30 Sekunden');
  await page.getByRole('button', { name: 'Jetzt prüfen' }).click();
  await expect(page.getByText(/^Das Protokoll ist (unverändert|noch nicht versiegelt)$/)).toBeVisible();
  await page.getByLabel('Vorgang').selectOption({ label: 'gelöscht' });
  await expect(entry).toBeHidden();
  await page.getByRole('button', { name: 'Filter aufheben' }).click();
  await page.getByLabel('Was', { exact: true }).selectOption({ label: 'Einstellung' });
  await expect(entry).toBeVisible();
  await expect(page).toHaveURL(/type=SystemSetting/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Herunterladen' }).click();
  await page.getByRole('menuitem', { name: 'Als CSV' }).click();
  const csv = await (await download).createReadStream().then(async (stream) => Buffer.concat(await stream.toArray()));
  const lines = csv.toString('utf8').trimEnd().split('\r\n').slice(1);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.every((line) => line.includes(';SystemSetting;'))).toBe(true);
});

onlyInFull(test)('the audit log lists other entries with their names', async ({ page }) => {
  const { data } = await ask('{ eventTypes(first: 1, isActive: true) { edges { node { id name } } } }');
  const [{ node: type }] = data.eventTypes.edges;
  const trigger = await ask('mutation ($i: CreateTriggerInput!) { createTrigger(input: $i) { id } }', {
    i: { name: 'Pforte', identifier: 'pforte', eventType: type.id },
  });
  const key = await ask(
    'mutation { createApiKey(input: { name: "Leitstelle", scopes: ["start_trigger"] }) { apiKey { id } } }',
  );
  expect([...trigger.refusals, ...key.refusals]).toEqual([]);
  await page.goto('/#/administration/auditlog');
  const entry = (text: string) => page.getByRole('listitem').filter({ hasText: text }).first();
  const made = entry('Auslöser „Pforte“ angelegt');
  await made.locator('summary').click();
  await expect(made.getByText(type.name, { exact: true })).toBeVisible();
  const given = entry('API-Schlüssel „Leitstelle“ angelegt');
  await given.locator('summary').click();
  await expect(given).toContainText('Rechte');
  await expect(given).toContainText('Auslöser starten (löst Alarm aus)');
});

test('a system mail cannot lose its link; missing parts are reported while writing', async ({ page }) => {
  const { data } = await ask(
    '{ systemMails(first: 100, search: "user_invitation") { edges { node { _id language } } } }',
  );
  const german = data.systemMails.edges.find(({ node }: { node: { language: string } }) => node.language === 'de').node;
  await page.goto(`/#/administration/systemmails?id=${german._id}`);
  const text = page.getByRole('textbox', { name: 'Text' });
  const before = await text.inputValue();
  await text.fill('Guten Tag');
  await expect(page.getByText('Der Platzhalter „Link“ fehlt. Ohne ihn')).toBeVisible();
  await expect(page.frameLocator('iframe').getByText('Guten Tag')).toBeVisible();
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await expect(text).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(text).toHaveValue('Guten Tag{{ link }}');
  await expect(page.getByText('Der Platzhalter „Link“ fehlt. Ohne ihn')).toBeHidden();
  await page.getByRole('button', { name: 'Zurück zum mitgelieferten Text' }).click();
  await page.getByRole('button', { name: 'Ja', exact: true }).click();
  await expect(text).toHaveValue(before);
  await page.getByRole('button', { name: 'Test-E-Mail senden' }).click();
  await expect(page.getByText('Die Test-E-Mail ist verschickt.')).toBeVisible();
});
