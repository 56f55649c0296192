import { expect, type Route, test } from '@playwright/test';
import { createReadyActivation, sure } from './board-alarm.ts';
import { inFull } from './in-full.ts';
import { askAs } from './roles.ts';
import { letPass } from './server-clock.ts';
import { signIn } from './sign-in.ts';

for (const [width, height] of inFull([], [
  [390, 844],
  [1280, 800],
] as const)) {
  test(`chooses the time of an event in the shared calendar without clipping (${width})`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, 'de');
    await page.goto('/#/events');
    await page.getByRole('button', { name: 'Neues Ereignis' }).click();
    const dialog = page.getByRole('dialog', { name: 'Neues Ereignis vorbereiten' });
    await dialog.getByLabel('Name', { exact: true }).fill(`Wasserschaden ${width}`);
    const field = dialog.getByRole('button', { name: 'Zeitpunkt' });
    await expect(field).toHaveText(/^\d\d\.\d\d\.\d{4} \d\d:\d\d MES?Z$/);
    await field.click();
    const day = dialog.getByRole('button', { name: /^14 / });
    const take = dialog.getByRole('button', { name: 'Übernehmen' });
    for (const shown of [day, take]) await expect(shown).toBeInViewport({ ratio: 1 });
    await day.click();
    // Escape closes the calendar first, then the dialog
    for (const within of [null, dialog.getByRole('spinbutton', { name: 'Stunden' }), take]) {
      await within?.focus();
      await page.keyboard.press('Escape');
      await expect(take).toBeHidden();
      await expect(field).toBeFocused();
      await expect(dialog).toBeVisible();
      await field.click();
      await expect(take).toBeVisible();
    }
    await dialog.getByRole('spinbutton', { name: 'Stunden' }).fill('06');
    await dialog.getByRole('spinbutton', { name: 'Minuten' }).fill('05');
    await take.click();
    await expect(field).toHaveText(/^14\.\d\d\.\d{4} 06:05 MES?Z$/);
    await dialog.getByRole('button', { name: 'Anlegen' }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Wasserschaden ${width}` })).toBeVisible();
    await expect(page.getByText(/^14\.\d\d\.\d{4}, 06:05$/)).toBeVisible();
    await page.goto('/#/events');
    await page.getByRole('button', { name: 'Neues Ereignis' }).click();
    await expect(field).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });
}

test.describe('on a device in another time zone', () => {
  test.use({ timezoneId: 'America/New_York' });

  test("a moment is chosen in the installation's time, with its zone name at the field", async ({ page }) => {
    await signIn(page, 'de');
    const summer = '2026-07-20T10:00:00Z';
    await letPass(page, (Date.parse(summer) - Date.now()) / 60_000);
    await page.clock.setFixedTime(summer);
    await page.goto('/#/events');
    await page.reload(); // an answer that came while the clock was changed told nonsense
    await page.getByRole('button', { name: 'Neues Ereignis' }).click();
    const dialog = page.getByRole('dialog', { name: 'Neues Ereignis vorbereiten' });
    const field = dialog.getByRole('button', { name: 'Zeitpunkt' });
    await expect(field).toHaveText('20.07.2026 12:00 MESZ');
    await expect(dialog.getByText('Gemeint ist: Mitteleuropäische Zeit, nicht die dieses Geräts.')).toBeVisible();
    await field.click();
    for (const _month of [8, 9, 10, 11, 12]) await dialog.getByRole('button', { name: 'Nächster Monat' }).click();
    await dialog.getByRole('button', { name: /^14 / }).click();
    await expect(field).toHaveText('14.12.2026 12:00 MEZ');
  });
});

test('answers need a future time: today is its next full hour, and a past one is named', async ({ page }) => {
  const ask = sure((await askAs(page.request)).ask);
  const { createMailingList } = await ask('mutation { createMailingList(input: { name: "Frist" }) { id } }');
  const { eventId, path } = await createReadyActivation(ask, 'Frist der Antworten', createMailingList.id);
  try {
    await signIn(page, 'de');
    await page.goto(`/#${path}`);
    const field = page.getByRole('button', { name: 'Antworten zählen bis' });
    const bar = '„Antworten zählen bis“ ist noch nicht gespeichert.';
    await field.click();
    // a day that is over is none of today's hours, though it comes as its midnight
    await page.getByRole('button', { name: 'Voriger Monat' }).click();
    await page.getByRole('button', { name: /^14 / }).click();
    await expect(field).toHaveText(/^14\.\d\d\.\d{4} 00:00 MES?Z$/);
    await expect(page.getByRole('status').filter({ hasText: bar })).toBeVisible();
    await page.getByRole('button', { name: 'Nächster Monat' }).click();
    await page.locator('[data-today]').click();
    await expect(field).toHaveText(/^\d\d\.\d\d\.\d{4} \d\d:00 MES?Z$/);
    await expect(page.getByText('„Antworten zählen bis“ ist noch nicht gespeichert', { exact: false })).toHaveCount(0);
    await page.getByRole('button', { name: 'Voriger Monat' }).click();
    await page.getByRole('button', { name: /^14 / }).click();
    await expect(page.getByRole('status').filter({ hasText: bar })).toBeVisible();
    await expect(page.getByText('mit „Fertig“ fertig', { exact: false })).toHaveCount(0);
    // a tap right after the page moved is not taken
    const asks = page.getByRole('switch', { name: 'Um Antwort bitten' });
    await expect(async () => {
      if (await asks.isChecked()) await asks.click();
      await expect(field).toHaveCount(0, { timeout: 5000 });
    }).toPass();
    await expect(page.getByRole('status').filter({ hasText: bar })).toHaveCount(0);

    await page.getByRole('switch', { name: 'Um Antwort bitten' }).click();
    const refuse = (route: Route) =>
      route.request().postData()?.includes('answerUntil":"')
        ? route.fulfill({ json: { errors: [{ message: 'error_internal', extensions: { code: 'INTERNAL' } }] } })
        : route.fallback();
    await page.route('**/api/graphql/', refuse);
    const later = page.getByRole('button', { name: 'Nächster Monat' });
    // a refresh must not close the calendar
    await expect(async () => {
      if (!(await later.isVisible())) await field.click();
      await later.click({ timeout: 5000 });
      await page.getByRole('button', { name: /^14 / }).click({ timeout: 5000 });
    }).toPass({ timeout: 60_000 });
    await expect(page.getByText('Der Zeitpunkt konnte nicht gespeichert werden.')).toBeVisible();
    await page.unroute('**/api/graphql/', refuse);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(page.getByText('Der Zeitpunkt konnte nicht gespeichert werden.')).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: bar })).toHaveCount(0);
  } finally {
    await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: eventId });
    await ask('mutation ($id: ID!) { deleteMailingList(id: $id) { __typename } }', { id: createMailingList.id });
  }
});
