import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { type Alarmed, alarmFunctions, sure } from './board-alarm.ts';
import { test } from './journey.ts';
import { askAs, signInAs } from './roles.ts';

// of an event that ended: server/administration/works-council/closed-answers.test.ts, with the clock 24 hours later
test('a crisis manager sees who answered; an administrator sees neither people nor figures below five', async ({
  browser,
  request,
}) => {
  const { ask: owned } = await askAs(request);
  const ask = sure(owned);
  const people = ['Ratfrau', 'Ratmann'].map((lastName, at) => ({ lastName, phones: [`+49 30 2312577${at}`] }));
  const alarm = await alarmFunctions(ask, 'Betriebsrat', [{ name: 'Kleine Gruppe', people, needed: 2 }]);
  const [{ recipient, name }] = alarm.people as [Alarmed];
  await ask('mutation ($r: ID!) { recordAnswer(recipient: $r, option: "2", text: "Bin auf Reisen") { id } }', {
    r: recipient,
  });
  const openAs = async (role: string): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await signInAs(page, role);
    await page.goto(`/#${alarm.path}`);
    return page;
  };

  const manager = await openAs('crisis_manager');
  const answered = manager.locator('li[aria-posinset]').filter({ hasText: name });
  await expect(answered).toContainText('Bin auf Reisen');
  await manager.context().close();

  const administrator = await openAs('administrator');
  await expect(administrator.getByText('Antworten von weniger als fünf Personen werden nicht angezeigt')).toBeVisible();
  await expect(administrator.getByText('Antworten einzelner Personen sehen nur bestimmte Rollen')).toBeVisible();
  for (const hidden of [...alarm.people.map((one) => one.name), 'Bin auf Reisen'])
    await expect(administrator.getByText(hidden)).toHaveCount(0);
  await expectAccessible(administrator);
  await administrator.goto(`/#${alarm.path.replace(/\/report\/.*/, '/after-action')}`);
  await expect(administrator.getByText('nicht sichtbar').first()).toBeVisible();
  for (const hidden of [...alarm.people.map((one) => one.name), 'Bin auf Reisen'])
    await expect(administrator.getByText(hidden)).toHaveCount(0);
  await administrator.context().close();
  await alarm.end();
});
