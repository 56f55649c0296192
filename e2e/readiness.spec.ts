import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { inFull } from './in-full.ts';
import { test } from './journey.ts';
import { askAsOwner, signInAs } from './roles.ts';
import { signIn } from './sign-in.ts';

const texts = {
  de: {
    title: /^Bereit für den Ernstfall: \d von 12$/,
    line: 'Ein funktionierender Kanal, der wirklich benachrichtigt',
    release: 'PostgreSQL auf dem neuesten Stand',
    todo: 'Richten Sie E-Mail, SMS oder einen anderen Kanal ein, und senden Sie eine Testnachricht.',
    there: 'Kanäle',
    test: 'Testnachricht senden',
    none: 'Es ist kein Kanal eingerichtet, der jemanden außerhalb des Übungspostfachs erreicht.',
  },
  en: {
    title: /^Ready for an emergency: \d of 12$/,
    line: 'A working channel that notifies people for real',
    release: 'PostgreSQL is up to date',
    todo: 'Set up e-mail, SMS or another channel, and send a test message.',
    there: 'Channels',
    test: 'Send test message',
    none: 'No channel is set up that reaches anyone outside the exercise mailbox.',
  },
} as const;

for (const [language, width] of inFull([['de', 1280]] as const, [['en', 390]] as const)) {
  test(`the start page lists missing preparations and links to them (${language}, ${width})`, async ({ page }) => {
    const text = texts[language];
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
    await signIn(page, language);
    const part = page.locator('section').filter({ has: page.getByText(text.line) });
    await expect(part.getByRole('heading', { name: text.title })).toBeVisible();
    await expect(part.getByRole('listitem')).toHaveCount(12);
    await expect(part.getByText(text.todo)).toBeVisible();
    await expect(part.getByText(text.release)).toBeVisible(); // until npm has a PostgreSQL without known fixes
    await expectAccessible(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    await page.getByRole('link', { name: text.line }).click();
    await expect(page.getByRole('heading', { level: 1, name: text.there })).toBeVisible();
    await page.goto('/#/updateprofile');
    await page.getByRole('button', { name: text.test }).click();
    await expect(page.getByRole('status').filter({ hasText: text.none })).toBeVisible();
    await expectAccessible(page);
  });
}

test('the start page links to each repair and creates a mailing list of the crisis team', async ({ page }) => {
  await signIn(page, 'de');
  const ask = await askAsOwner(page.request);
  const { personDataTypes } = await ask('{ personDataTypes(first: 100) { edges { node { id identifier } } } }');
  const mobile = personDataTypes.edges.find(
    ({ node }: { node: { identifier: string } }) => node.identifier === 'mobile_business',
  ).node.id;
  const person = {
    firstName: 'Ina',
    lastName: 'Ohneverteiler',
    isCrisis: true,
    personData: [{ keyField: mobile, valueStr: '0711 2781234' }],
  };
  await ask('mutation ($p: CreatePersonInput!) { createPerson(input: $p) { id } }', { p: person });
  await page.reload();
  const part = page.locator('section').filter({ hasText: 'Bereit für den Ernstfall' });
  await expect(part.getByText('Die Links in Alarmen beginnen mit http://127.0.0.1')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Telefonnummern, die stimmen können' }).click();
  // a line of the start page names her as well
  await expect(page.getByRole('heading', { level: 1, name: 'Kontaktpersonen' })).toBeVisible();
  await page.getByRole('link', { name: 'Ina Ohneverteiler' }).click();
  await expect(page.getByText('Das ist keine Mobilnummer.')).toBeVisible();
  await page.goto('/#/');
  await page.getByRole('button', { name: 'Verteiler anlegen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Krisenstab' })).toBeVisible();
  await page.goto('/#/');
  await expect(part.getByText('Der ganze Krisenstab wird alarmiert')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Verteiler anlegen' })).toHaveCount(0);
});

test('shows no findings to a user without administration rights', async ({ page }) => {
  await signInAs(page, 'crisis_manager');
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Wartet auf Sie' })).toBeVisible();
  await expect(page.getByText(/Bereit für den Ernstfall/)).toHaveCount(0);
});
