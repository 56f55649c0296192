import { expect, test } from '@playwright/test';
import { signIn } from './sign-in.ts';

test.use({ contextOptions: { forcedColors: 'active' } });

test('with forced colours, buttons and tiles have borders, a switch its state, the page its mark', async ({ page }) => {
  await signIn(page, 'de');
  await expect(page.getByRole('link', { name: /^Alarmieren/ }).first()).toHaveCSS('border-top-width', '2px');
  const current = page.getByRole('link', { name: 'Start', exact: true }).and(page.locator('[aria-current="page"]'));
  await expect(current.first()).toHaveCSS('text-decoration-line', 'underline');
  await page.goto('/#/activation?mode=EXERCISE');
  await expect(page.getByRole('button', { name: /^Brand/ })).not.toHaveCSS('border-top-width', '0px');
  await page.getByRole('button', { name: /^Neues Ereignis/ }).click();
  const knob = page.getByRole('switch').first();
  const track = page.locator('.mantine-Switch-track').first();
  await expect(track).toHaveCSS('border-top-width', '2px');
  const ground = () => track.evaluate((element) => getComputedStyle(element).backgroundColor);
  const before = await ground();
  await knob.click();
  await expect.poll(ground).not.toBe(before);
});
