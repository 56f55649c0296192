import { expect } from '@playwright/test';
import { test } from './journey.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

test('an administrator sets up a trigger, sees that it would start, and later its rehearsals', async ({ page }) => {
  await signIn(page, 'de'); // the names are asked for in the language of the owner
  const { ask, token } = await askAs(page.request);
  const { data } = await ask('{ eventTypes(first: 1, isActive: true) { edges { node { name } } } }');
  const { name: eventType } = data.eventTypes.edges[0].node;
  await page.goto('/#/administration/triggers');
  await page.getByRole('button', { name: 'Auslöser anlegen' }).first().click();
  const form = page.getByRole('form', { name: 'Auslöser' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Brandmeldung');
  await form.getByRole('textbox', { name: 'Stichwort' }).fill('Feuer');
  await form.getByRole('combobox', { name: 'Ereignistyp' }).click();
  await page.getByRole('option', { name: eventType }).click();
  for (const way of ['SMS', 'E-Mail', 'Anruf', 'Anfrage eines Programms']) {
    await form.getByRole('checkbox', { name: way }).check();
  }
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/id=\d+/);
  await expect(page.getByText('Es ist keine PIN gesetzt.')).toBeVisible();
  await expect(page.getByText(/Würde jetzt starten: \d+ Person/)).toBeVisible();
  await expect(page.getByText(/Das geht erst mit einer PIN: .*Anruf/)).toBeVisible();
  const pin = page.getByRole('form', { name: 'PIN' });
  await pin.getByRole('textbox', { name: 'Neue PIN' }).fill('111111');
  await pin.getByRole('button', { name: 'PIN setzen' }).click();
  await expect(pin.getByText('Die PIN braucht 6 bis 12 Ziffern')).toBeVisible();
  await pin.getByRole('textbox', { name: 'Neue PIN' }).fill('271828');
  await pin.getByRole('button', { name: 'PIN setzen' }).click();
  await expect(page.getByText('Eine PIN ist gesetzt.')).toBeVisible();
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request.post('/api/triggers', {
    headers,
    data: { trigger: 'feuer', id: 'probe', exercise: true, place: 'Haus 3' },
  });
  expect(answer.status()).toBe(201);
  const calls = page.getByRole('region', { name: 'Letzte Auslösungen und Versuche' });
  await page.reload();
  await expect(calls.getByText('Übung: Gestartet')).toBeVisible();
  await calls.getByRole('link').click();
  await expect(page.getByText('Ausgelöst durch Brandmeldung (Anfrage eines Programms)').first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/#/administration/triggers');
  await expect(page.getByRole('button', { name: 'Brandmeldung' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
