import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { signIn } from './sign-in.ts';

test('an administrator sees how reliably alarms leave, and saves the single values', async ({ page }) => {
  await signIn(page, 'de', '/administration');
  await page.getByRole('link', { name: /^Alarmweg/ }).click();
  await expect(page.getByRole('heading', { name: 'Alarmweg', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Verfügbarkeit, Wartung eingerechnet' })).toBeVisible();
  await expect(
    page.getByText('Nicht gemessen. Der Probealarm benutzt keinen echten Kanal', { exact: false }),
  ).toBeVisible();
  await expectAccessible(page);
  // the worker runs the first test at its start
  await expect(async () => {
    await page.getByRole('button', { name: 'Herunterladen' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Als CSV' }).click();
    expect(await readFile(await (await downloading).path(), 'utf8')).toMatch(/^test;\S+Z;ok;\d+;/m);
  }).toPass();
  await page.setViewportSize({ width: 375, height: 740 });
  await expect(page.getByLabel('Monat')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await expectAccessible(page);
  await signIn(page, 'en', '/administration/alarmpath');
  await expect(page.getByRole('heading', { name: 'Availability, including maintenance' })).toBeVisible();
});
