import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { alarmFunctions, sure } from './board-alarm.ts';
import { test } from './journey.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

const record = 'mutation ($r: ID!, $o: String!) { recordAnswer(recipient: $r, option: $o) { id } }';

test('prepares more people once after a lost answer, again after a discard, and keeps the target', async ({ page }) => {
  test.setTimeout(240_000);
  const ask = sure((await askAs(page.request)).ask);
  const alarm = await alarmFunctions(ask, 'Nachalarm noch einmal', [
    { name: 'Lage einmal', people: [{ lastName: 'Neineinmal', phones: [] }] },
    { name: 'Personal einmal', people: ['Kommteinmal', 'Fragteinmal'].map((lastName) => ({ lastName, phones: [] })) },
  ]);
  const rowOf = (name: string) => alarm.people.find((one) => one.name === name)!.recipient;
  try {
    await ask(record, { r: rowOf('Neineinmal'), o: '2' });
    await signIn(page, 'de');
    await page.goto(`/#${alarm.path}?more=all`);
    const whom = page.getByRole('dialog', { name: 'Wen noch alarmieren?' });
    const choose = async () => {
      await whom.getByRole('button', { name: 'Ganze Gruppe' }).click();
      await page.getByRole('checkbox', { name: /^Personal einmal/ }).check();
      await page.getByRole('button', { name: 'Übernehmen' }).click();
    };
    await page.route('**/api/graphql/', async (route) => {
      if (!route.request().postData()?.includes('"operationName":"AddChannels"')) return route.fallback();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await choose();
    const there = page.getByRole('dialog', { name: 'Es ist schon etwas vorbereitet' });
    await expect(there).toBeVisible();
    await expectAccessible(page);
    await there.getByRole('button', { name: 'Verwerfen und neu auswählen' }).click();
    await expect(whom).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await choose();
    const chosen = page.getByRole('button', { name: /entfernen$/ });
    await expect(chosen).toHaveCount(1);

    const wanted = page.getByText('Für die Funktion: Lage einmal');
    const dialog = page.getByRole('dialog');
    await expect(wanted).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Weiter: Senden' }).click();
    await expect(dialog.getByText('Für die Funktion: Lage einmal')).toBeVisible();
    await dialog.getByRole('button', { name: 'Nein', exact: true }).click();
    await page.getByRole('button', { name: 'Nicht mehr für diese Funktion' }).click();
    await expect(wanted).toHaveCount(0);
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await expect(wanted).toBeVisible();
    await page.getByRole('switch', { name: 'Nur zur Probe (Postfach)' }).click();
    await expect(chosen).toHaveCount(0);
    await page.getByRole('button', { name: 'Rückgängig' }).last().click();
    await expect(chosen).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Personal einmal entfernen' })).toBeVisible();
    await expect(page.getByText('Lage einmal: 1 Zusage gebraucht, 2 Personen erreichbar').first()).toBeVisible();

    // the exercise is marked and blocks nothing
    await page.goto(`/#${alarm.path}`);
    const strip = page.getByRole('alert').filter({ hasText: 'Für die Funktion „Lage einmal“ ist über' });
    await strip.getByRole('button', { name: 'Verwerfen' }).click();
    await expect(strip).toHaveCount(0);
    await page.getByRole('button', { name: 'Rückgängig' }).last().click();
    await expect(strip).toBeVisible();
    await page.getByRole('button', { name: 'Weitere alarmieren: Lage einmal' }).click();
    await expect(there).toBeVisible();
    await page.keyboard.press('Escape');
    // who answers while the board is looked at is not asked again
    await ask(record, { r: rowOf('Kommteinmal'), o: '1' });
    await ask(record, { r: rowOf('Fragteinmal'), o: '1' });
    await expect(page.getByText('wurde nicht gesendet: Es ist niemand mehr zu fragen.')).toBeVisible();
  } finally {
    await alarm.end();
  }
});
