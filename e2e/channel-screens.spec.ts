import { expect } from '@playwright/test';
import { startSmsc } from '#testing/peers/smsc.ts';
import { expectAccessible } from './accessible.ts';
import { test } from './journey.ts';
import { signIn } from './sign-in.ts';

test('a new channel says at once all that is missing, what hardly anybody needs is folded, and its trouble stands on top', async ({
  page,
}) => {
  const away = await startSmsc();
  await away.stop();
  await signIn(page, 'de');
  await page.goto('/#/administration/channels');
  await page.getByRole('button', { name: 'Kanal anlegen' }).click();
  const form = page.getByRole('form', { name: 'Kanal' });
  const field = (name: string) => form.getByRole('textbox', { name, exact: true });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'SMS über seven' }).click();
  await expect(field('Name')).toHaveValue('SMS über seven');
  await page.getByRole('button', { name: 'Andere Art wählen' }).click();
  await page.getByRole('button', { name: 'SMS über SMPP' }).click();
  const settings = form.getByRole('group', { name: 'Einstellungen' });
  await settings.getByLabel('Passwort', { exact: true }).fill('geheim'); // also of a provider that was chosen just now
  const codes = settings.getByRole('textbox', { name: 'Eigene command_status' });
  await expect(codes).toBeHidden();
  await settings.getByText('Erweitert', { exact: true }).click();
  await codes.fill('alle');
  await settings.getByText('Erweitert', { exact: true }).click();
  await form.getByRole('button', { name: 'Anlegen' }).click();
  const wanted = [field('SMSC'), field('system_id'), codes];
  for (const input of wanted) await expect(input).toHaveAttribute('aria-invalid', 'true');
  await expect(field('SMSC')).toBeFocused();
  await field('Name').fill('SMSC im Keller');
  await field('SMSC').fill(`127.0.0.1:${away.port}`);
  await field('system_id').fill('meldekette');
  await codes.fill('');
  await settings.getByRole('combobox', { name: 'Verschlüsselung' }).selectOption('Keine (nur über VPN)');
  await form.getByRole('button', { name: 'Anlegen' }).click();
  const trouble = page.getByRole('alert').filter({ hasText: 'Über diesen Kanal kann zurzeit nicht gesendet werden' });
  await expect(trouble).toContainText('der Anbieter ist nicht erreichbar');
  await expect(trouble).toContainText('Seit');
  const top = async (what: typeof trouble) => (await what.boundingBox())!.y;
  const test = page.getByRole('button', { name: 'Testnachricht senden' });
  expect(await top(trouble)).toBeLessThan(await top(test));
  expect(await top(test)).toBeLessThan(await top(field('Name')));
  await field('Name').fill('SMSC unter dem Dach');
  const number = page.getByRole('textbox', { name: 'Mobilnummer' });
  await number.fill('');
  await form.getByRole('button', { name: 'Speichern und testen' }).click();
  await expect(number).toBeFocused();
  await number.fill('+4915112345678');
  await form.getByRole('button', { name: 'Speichern und testen' }).click();
  await expect(page.getByText('Die Testnachricht konnte nicht gesendet werden')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: /SMSC unter dem Dach/ })).toContainText('Störung seit');
});
