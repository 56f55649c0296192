import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { test } from './journey.ts';
import { askAsOwner } from './roles.ts';
import { signIn } from './sign-in.ts';

test('a member without confirmed channels is on the list until there is a reason', async ({ page }) => {
  const ask = await askAsOwner(page.request);
  const lastName = `Ohnekanal${Date.now()}`;
  const person = { firstName: 'Ina', lastName, isCrisis: true, personData: [] };
  await ask('mutation ($p: CreatePersonInput!) { createPerson(input: $p) { id } }', { p: person });
  await signIn(page, 'de');
  await page.getByRole('link', { name: 'Krisenstab auf zwei bestätigten Kanälen erreichbar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Krisenstab: bestätigte Kanäle' })).toBeVisible();
  const entry = page.getByRole('listitem', { name: lastName });
  await expect(entry.getByText('2 bestätigte Kanäle fehlen')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await entry.getByRole('button', { name: 'Begründung eintragen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Begründung' }).fill('Ist nur über die Zentrale erreichbar.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(entry).toHaveCount(0);
  await page.getByText('Alle', { exact: true }).click();
  await expect(entry.getByText('Begründung: Ist nur über die Zentrale erreichbar.')).toBeVisible();
});
