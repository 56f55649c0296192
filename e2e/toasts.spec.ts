import { expect, test } from '@playwright/test';

test('a proxy that answers in place of the server is named on the sign-in page', async ({ page }) => {
  await page.goto('/#/login');
  await page.route('**/api/auth', (route) => route.fulfill({ status: 418, contentType: 'text/html', body: 'No' }));
  await page.getByLabel('E-Mail-Adresse').fill('jemand@example.org');
  await page.getByLabel('Passwort', { exact: true }).fill('irgendein Passwort');
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByText(/^Der Server antwortet nicht wie erwartet\. \(418/)).toBeVisible();
});
