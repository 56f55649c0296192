import { expect, test } from '@playwright/test';
import { prepareActivation, sure } from './board-alarm.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const) {
  test(`an event's time is chosen in the calendar of all other pages, which the dialog does not cut off (${width})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, 'de');
    await page.goto('/#/events');
    await page.getByRole('button', { name: 'Neues Ereignis' }).click();
    const dialog = page.getByRole('dialog', { name: 'Neues Ereignis vorbereiten' });
    await dialog.getByLabel('Name', { exact: true }).fill(`Wasserschaden ${width}`);
    const field = dialog.getByRole('button', { name: 'Zeitpunkt' });
    await expect(field).toHaveText(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/);
    await field.click();
    const day = dialog.getByRole('button', { name: /^14 / });
    const take = dialog.getByRole('button', { name: 'Übernehmen' });
    for (const shown of [day, take]) await expect(shown).toBeInViewport({ ratio: 1 });
    await day.click();
    await dialog.getByRole('spinbutton', { name: 'Stunden' }).fill('06');
    await dialog.getByRole('spinbutton', { name: 'Minuten' }).fill('05');
    await take.click();
    await expect(field).toHaveText(/^14\.\d\d\.\d{4} 06:05$/);
    await dialog.getByRole('button', { name: 'Anlegen' }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Wasserschaden ${width}` })).toBeVisible();
    await expect(page.getByText(/^14\.\d\d\.\d{4}, 06:05$/)).toBeVisible();
  });
}

test('answers count until a moment to come: today is its next full hour, and what is over is named where it waits', async ({
  page,
}) => {
  const ask = sure((await askAs(page.request)).ask);
  const { createMailingList } = await ask('mutation { createMailingList(input: { name: "Frist" }) { id } }');
  const { eventId, path } = await prepareActivation(ask, 'Frist der Antworten', createMailingList.id);
  try {
    await signIn(page, 'de');
    await page.goto(`/#${path}`);
    const field = page.getByRole('button', { name: 'Antworten zählen bis' });
    await field.click();
    await page.locator('[data-today]').click();
    await expect(field).toHaveText(/^\d\d\.\d\d\.\d{4} \d\d:00$/);
    await expect(page.getByText('Bitte wählen Sie bei „Antworten zählen bis“', { exact: false })).toHaveCount(0);
    await page.getByRole('button', { name: 'Voriger Monat' }).click();
    await page.getByRole('button', { name: /^14 / }).click();
    const bar = 'Bitte wählen Sie bei „Antworten zählen bis“ einen Zeitpunkt, der noch kommt.';
    await expect(page.getByRole('status').filter({ hasText: bar })).toBeVisible();
    await expect(page.getByText('mit „Fertig“ fertig', { exact: false })).toHaveCount(0);
  } finally {
    await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: eventId });
    await ask('mutation ($id: ID!) { deleteMailingList(id: $id) { __typename } }', { id: createMailingList.id });
  }
});
