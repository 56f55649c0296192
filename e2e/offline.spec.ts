import { expect, test } from '@playwright/test';
import { signIn } from './sign-in.ts';

test.use({ serviceWorkers: 'allow' });

test('without the server the application opens out of what it keeps, says so, and goes on when the server is back', async ({
  page,
  context,
}) => {
  await signIn(page, 'de');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('Verbindung unterbrochen')).toBeVisible();
  await expect(page.getByText('Das konnte nicht geladen werden')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Was möchten Sie tun?' })).toBeVisible();
  await expect(page.getByText('Verbindung unterbrochen')).toBeHidden();
});
