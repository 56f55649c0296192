import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { type Alarmed, alarmFunctions, sure } from './board-alarm.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

test('with two arrivals, the unneeded person is notified, reversibly; the present one is marked', async ({ page }) => {
  const ask = sure((await askAs(page.request)).ask);
  const set = (valueStr: string) =>
    ask('mutation ($v: String!) { updateSystemSetting(valueKey: "stand_down_seconds", valueStr: $v) { id } }', {
      v: valueStr,
    });
  await set('300');
  const people = ['Erstnacht', 'Zweitnacht', 'Drittnacht', 'Viertnacht'].map((lastName) => ({ lastName, phones: [] }));
  const alarm = await alarmFunctions(ask, 'Nachtprobe', [{ name: 'Bereitschaft Nacht', people, needed: 2 }]);
  try {
    const [a, b, c] = alarm.people as [Alarmed, Alarmed, Alarmed];
    const answer = ({ recipient }: Alarmed, minutes: number | null) =>
      ask('mutation ($r: ID!, $m: Int) { recordAnswer(recipient: $r, option: "1", minutes: $m) { id } }', {
        r: recipient,
        m: minutes,
      });
    await answer(a, 20);
    await signIn(page, 'de', alarm.path);
    await expect(page.getByText(/^da um \d\d:\d\d, in (20|19) min$/)).toBeVisible();
    await answer(c, null); // by telephone, before it was their turn
    const banner = page.getByRole('timer').filter({ hasText: 'Bescheid „nicht mehr gebraucht“ an 1 Person' });
    await expect(banner).toBeVisible();
    // the timer is announced once
    const spoken = page.getByRole('status').filter({ hasText: 'Das lässt sich noch rückgängig machen.' });
    await expect(spoken).toContainText('Bescheid „nicht mehr gebraucht“ an 1 Person');
    await page.getByRole('button', { name: `${a.name} ist da` }).click();
    await expect(page.getByText(/^da seit/)).toBeVisible();
    await expectAccessible(page);
    await banner.getByRole('button', { name: 'Rückgängig' }).click();
    await expect(banner).toBeHidden();
    await set('0');
    await page.getByRole('main').getByRole('button', { name: 'Weitere Aktionen' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Wer nicht mehr gebraucht wird, bekommt Bescheid' }).click();
    const told = page.getByText('1 Person bekommt Bescheid, dass sie nicht mehr gebraucht wird (1 übergeben).');
    await expect(told).toBeVisible({ timeout: 30_000 });
    const mails = 'query ($p: ID) { exerciseMessages(person: $p, first: 1) { edges { node { subject } } } }';
    const { exerciseMessages } = await ask(mails, { p: b.id });
    expect(exerciseMessages.edges[0].node.subject).toBe('ÜBUNG: Nicht mehr gebraucht: Bitte kommen: Nachtprobe');
  } finally {
    await set('5');
    await alarm.end();
  }
});
