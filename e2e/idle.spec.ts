import { expect, test } from '@playwright/test';
import { askAs } from './roles.ts';
import { letPass } from './server-clock.ts';
import { signIn } from './sign-in.ts';
import { words } from './words.ts';

const warning = /In etwa einer Minute werden Sie abgemeldet/;

test('warns an idle user before signing out, and any key prevents it', async ({ page }) => {
  const { ask } = await askAs(page.request);
  const limit = (minutes: string | null) =>
    ask('mutation ($to: String) { updateSystemSetting(valueKey: "idle_minutes", valueStr: $to) { id } }', {
      to: minutes,
    });
  expect((await limit('5')).refusals).toEqual([]);
  try {
    await page.clock.install();
    await signIn(page, 'de');
    await page.clock.fastForward('04:00');
    await expect(page.getByText(warning)).toBeVisible();
    await page.keyboard.press('Shift');
    await page.clock.fastForward('00:10');
    await expect(page.getByText(warning)).toHaveCount(0);
    await page.clock.fastForward('05:00');
    await expect(page.getByLabel(words.de.email)).toBeVisible();
  } finally {
    await limit(null);
  }
});

test('answers with a clock far ahead end no session', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'de');
  await letPass(page, 400 * 24 * 60);
  await page.goto('/#/events');
  await expect(page.getByRole('heading', { level: 1, name: 'Ereignisse' })).toBeVisible();
  await page.clock.runFor(20_000); // the session is looked at every quarter of a minute
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.clock.runFor(20_000);
  await expect(page.getByLabel(words.de.email)).toHaveCount(0);
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('refusals of a proxy sign no user out, and its clock changes no time', async ({ page }) => {
  await signIn(page, 'de');
  const wrong = { 'content-type': 'text/html', date: new Date(Date.now() + 5 * 3_600_000).toUTCString() };
  await page.route('**/api/graphql/', (route) =>
    route.fulfill({ status: 401, headers: wrong, body: '<h1>401 Authorization Required</h1>' }),
  );
  await page.reload();
  await expect(
    page
      .getByRole('alert')
      .or(page.getByRole('button', { name: 'Noch einmal versuchen' }))
      .first(),
  ).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
  await page.unroute('**/api/graphql/');
  await page.route('**/api/graphql/', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), date: wrong.date } });
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Laufende Ereignisse' })).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
