import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { alarmFunctions, sendAllMessages, sure } from './board-alarm.ts';
import { test } from './journey.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

const record = 'mutation ($r: ID!, $o: String!) { recordAnswer(recipient: $r, option: $o) { id } }';

test('the all-clear of one of several events starts from the page of messages and calms start page and monitor', async ({
  page,
  browser,
  baseURL,
}) => {
  const ask = sure((await askAs(page.request)).ask);
  const name = 'Ruhe danach';
  const alarm = await alarmFunctions(ask, name, [
    { name: 'Technik danach', people: [{ lastName: 'Absagedanach', phones: [] }] },
  ]);
  const wall = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'de' });
  try {
    await ask(record, { r: alarm.people[0]!.recipient, o: '2' });
    const { createMonitorLink } = await ask('mutation ($e: ID!) { createMonitorLink(event: $e) { address } }', {
      e: alarm.event,
    });
    const monitor = await wall.newPage();
    const { pathname, hash } = new URL(createMonitorLink.address);
    await monitor.goto(`${baseURL}${pathname}${hash}`);
    await expect(monitor.getByText('niemand mehr', { exact: true })).toBeVisible();
    await signIn(page, 'de');
    const card = page.getByRole('article').filter({ hasText: name });
    await expect(card.getByRole('alert')).toContainText('Unbesetzt: Es fehlt 1 Person');

    // a small telephone answers who comes and what is missing without scrolling
    await page.setViewportSize({ width: 390, height: 664 });
    await page.goto(`/#${alarm.path}`);
    const head = page.getByRole('region', { name: 'Überblick' });
    await expect(head).toBeInViewport({ ratio: 1 });
    await expect(head).toContainText(/0\/1\s*besetzt/);
    await expect(head).toContainText(/1\s*kommt nicht/);
    await expect(page.getByText('Technik danach').last()).toBeInViewport();

    await page.goto('/#/communication?mode=LIVE');
    await page.getByRole('button', { name: /^Entwarnung/ }).click();
    const question = page.getByRole('dialog', { name: 'Für welches Ereignis gilt die Entwarnung?' });
    await expectAccessible(page);
    await question.getByRole('button', { name: `${name} (ÜBUNG)` }).click();
    await expect(page.getByRole('heading', { name: 'Entwarnung prüfen' })).toBeVisible();
    await expect(page).toHaveURL(/\/event\/\d+\/report\/\d+/);
    await sendAllMessages(ask, `/api/v2/reports/${page.url().split('/').at(-1)}`);

    await page.goto('/#/');
    await expect(card.getByText(/^Entwarnung .*\d\d:\d\d/)).toBeVisible();
    await expect(card.getByRole('alert')).toHaveCount(0);
    await expect(card.getByRole('button', { name: 'Weitere alarmieren' })).toHaveCount(0);
    await expect(monitor.getByText(/^Entwarnung .*\d\d:\d\d/)).toBeVisible();
    await expect(monitor.getByText('niemand mehr', { exact: true })).toHaveCount(0);
  } finally {
    await wall.close();
    await alarm.end();
  }
});
