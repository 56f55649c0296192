import { expect, test } from '@playwright/test';
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
