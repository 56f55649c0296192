import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { languagesAndWidths } from './in-full.ts';
import { test } from './journey.ts';
import { signIn } from './sign-in.ts';
import { expectFits } from './usable.ts';

const texts = {
  de: {
    page: /^Alle \d+ auf dieser Seite auswählen$/,
    whole: /^Alle \d+ passenden auswählen$/,
    bar: 'Ausgewählte Personen',
    list: 'Auf Verteiler',
    dialog: (count: number) => `${count} Personen auf einen Verteiler setzen`,
    target: 'Verteiler',
    added: /^\d+ Personen? komm(?:t|en) neu hinzu\.$/,
    cancel: 'Abbrechen',
    crisis: 'Nur Krisenstab',
    chosen: (count: number) => `${count} ausgewählt`,
  },
  en: {
    page: /^Select all \d+ on this page$/,
    whole: /^Select all \d+ that match$/,
    bar: 'Selected people',
    list: 'To mailing list',
    dialog: (count: number) => `Put ${count} people on a mailing list`,
    target: 'Mailing list',
    added: /^\d+ (?:person is|people are) added\.$/,
    cancel: 'Cancel',
    crisis: 'Crisis team only',
    chosen: (count: number) => `${count} selected`,
  },
};

for (const [language, width] of languagesAndWidths('de', 390))
  test(`chooses all people that match, beyond the page (${language}, ${width})`, async ({ page }) => {
    const text = texts[language];
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, language, '/groups?view=people');
    await page.getByRole('checkbox', { name: text.page }).check();
    const bar = page.getByRole('region', { name: text.bar });
    await expect(bar.getByText(text.chosen(30))).toBeVisible();
    const whole = page.getByRole('button', { name: text.whole });
    const total = Number(/\d+/.exec((await whole.textContent())!)![0]);
    expect(total).toBeGreaterThan(30);
    await expectAccessible(page);
    await expectFits(page, 'choose');
    await whole.click();
    await expect(bar.getByText(text.chosen(total))).toBeVisible();
    await expect(whole).toHaveCount(0);
    // one of them less
    await page.getByRole('main').getByRole('checkbox', { checked: true }).nth(1).uncheck();
    await expect(bar.getByText(text.chosen(total - 1))).toBeVisible();
    await bar.getByRole('button', { name: text.list }).click();
    const dialog = page.getByRole('dialog', { name: text.dialog(total - 1) });
    await dialog.getByRole('combobox', { name: text.target }).click();
    await page.getByRole('option').first().click();
    await expect(dialog.getByText(text.added)).toBeVisible();
    await dialog.getByRole('button', { name: text.cancel }).click();
    // another filter starts over
    await page.getByRole('checkbox', { name: text.crisis }).click();
    await expect(page.getByRole('button', { name: text.whole })).toHaveCount(0);
    await expect(bar.getByText(text.chosen(total - 1))).toHaveCount(0);
  });

test('drops a late choice of all people of a filter that the user has left', async ({ page }) => {
  const text = texts.de;
  await signIn(page, 'de');
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/graphql/', async (route) => {
    if (route.request().postData()?.includes('query MatchingPeople')) await held;
    await route.continue();
  });
  await page.goto('/#/groups?view=people');
  await page.getByRole('checkbox', { name: text.page }).check();
  await page.getByRole('button', { name: text.whole }).click();
  const crisis = page.getByRole('checkbox', { name: text.crisis });
  await crisis.click();
  await expect(crisis).toBeChecked();
  const bar = page.getByRole('region', { name: text.bar });
  await expect(page.getByRole('button', { name: text.whole })).toHaveCount(0);
  await bar.getByRole('button', { name: 'Auswahl aufheben' }).click();
  await expect(bar).toHaveCount(0);
  const late = page.waitForResponse((one) => one.request().postData()?.includes('query MatchingPeople') ?? false);
  answer();
  await (await late).finished();
  await page.getByRole('main').getByRole('list').getByRole('checkbox', { checked: false }).last().check();
  await expect(bar.getByText(text.chosen(1))).toBeVisible();
});
