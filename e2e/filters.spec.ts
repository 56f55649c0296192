import { expect, test } from '@playwright/test';
import { signIn } from './sign-in.ts';

test('filtering the list of people keeps the page in place', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await signIn(page, 'de');
  await page.goto('/#/event/5/report/12');
  const place = () => page.evaluate(() => Math.round(scrollY));
  await page
    .getByRole('region', { name: 'Schnelle Schritte' })
    .getByRole('button', { name: /^Anrufen: / })
    .click();
  await expect.poll(place).toBeGreaterThan(50);
  await expect(page).toHaveURL(/show=unanswered/);
  const search = page.getByRole('searchbox', { name: 'Name suchen' });
  await search.fill('a');
  await expect(page).toHaveURL(/search=a/);
  // the page doesn't jump to its top
  const left = () =>
    page.evaluate(() => {
      const lowest = document.documentElement.scrollHeight - innerHeight;
      return { lowest, above: Math.round(scrollY) - Math.min(50, lowest - 1) };
    });
  const { lowest, above } = await left();
  expect(lowest).toBeGreaterThan(20);
  expect(above).toBeGreaterThanOrEqual(0);
  await expect(search).toBeInViewport();
});
