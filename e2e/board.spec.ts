import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { alarmFunctions, type BoardAlarm, type Sure, sure } from './board-alarm.ts';
import { inFull, languagesAndWidths } from './in-full.ts';
import { askAs } from './roles.ts';
import { letPass } from './server-clock.ts';
import { signIn, signInByForm } from './sign-in.ts';
import type { PageLanguage } from './words.ts';

const texts = {
  de: {
    lost: '0 von 1 – 1 gefragt, niemand mehr zu fragen',
    filled: /^1 Funktion besetzt: Personal/,
    more: 'Weitere alarmieren',
    whom: 'Wen noch alarmieren?',
    steps: 'Schnelle Schritte',
    shout: '1 von 2 Funktionen bleibt unbesetzt',
    late: /^seit \d+ min erwartet$/,
    planned: /^wollte um \d\d:\d\d da sein$/,
    overdue: /^überfällig seit \d+ min$/,
    call: (name: string) => `Tafel ${name} anrufen`,
    record: (name: string) => `Antwort von Tafel ${name} eintragen`,
    coming: 'Ich komme',
    kept: 'Festgehalten: Ich komme',
    there: (name: string) => `Tafel ${name} ist da`,
    since: /^da seit /,
  },
  en: {
    lost: '0 of 1 – 1 asked, no one left to ask',
    filled: /^1 function filled: Personal/,
    more: 'Alert more people',
    whom: 'Who else should be alerted?',
    steps: 'Quick steps',
    shout: '1 of 2 functions remains unfilled',
    late: /^due \d+ min ago$/,
    planned: /^was due at \d\d:\d\d$/,
    overdue: /^overdue by \d+ min$/,
    call: (name: string) => `Call Tafel ${name}`,
    record: (name: string) => `Record the answer of Tafel ${name}`,
    coming: 'I am coming',
    kept: 'Recorded: I am coming',
    there: (name: string) => `Tafel ${name} is here`,
    since: /^here since /,
  },
} as const;

const record =
  'mutation ($r: ID!, $o: String!, $m: Int) { recordAnswer(recipient: $r, option: $o, minutes: $m) { id } }';
const row = (page: Page, name: string) =>
  page.locator('li[aria-posinset]').filter({ has: page.getByRole('link', { name }) });

/** One unfilled function, and one with a person who comes in 20 minutes. */
async function alarmBoth(ask: Sure, mark: string): Promise<BoardAlarm> {
  const alarm = await alarmFunctions(ask, `Tafelprobe ${mark}`, [
    { name: `Lage ${mark}`, people: [{ lastName: `Ohnezeit${mark}`, phones: ['+4930555001'] }] },
    { name: `Personal ${mark}`, people: [{ lastName: `Zusage${mark}`, phones: ['+4915155500', '+4930555002'] }] },
  ]);
  const [no, yes] = alarm.people;
  await ask(record, { r: yes!.recipient, o: '1', m: 20 });
  await ask(record, { r: no!.recipient, o: '2' });
  return alarm;
}

for (const [language, width] of languagesAndWidths('de', 390)) {
  test(`lists unfilled functions first, counts down, calls, records in 3 taps (${language}, ${width})`, async ({
    page,
  }) => {
    const ask = sure((await askAs(page.request)).ask);
    const mark = `${language}${width}`;
    const alarm = await alarmBoth(ask, mark);
    try {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
      await signIn(page, language);
      await shoutOnEvent(page, language, alarm.path);
      await shoutOnStart(page, language, mark);
      await functionsFirst(page, language, mark);
      if (width === 390) {
        await aboveTheBar(page, `Lage ${mark}`);
        await shortRow(page, `Zusage${mark}`);
      }
      await onPaper(page, `Zusage${mark}`);
      await recordInThreeTaps(page, language, `Ohnezeit${mark}`);
      await countDown(page, language, `Zusage${mark}`);
    } finally {
      await alarm.end();
    }
  });
}

for (const days of inFull([1], [-1])) {
  test(`a computer whose clock is ${days > 0 ? 'a day ahead' : 'a day behind'} shows the same arrivals`, async ({
    page,
  }) => {
    const ask = sure((await askAs(page.request)).ask);
    const mark = `uhr${days > 0 ? 'vor' : 'nach'}`;
    const alarm = await alarmBoth(ask, mark);
    try {
      await page.clock.install({ time: Date.now() + days * 24 * 3_600_000 });
      await signInByForm(page);
      await page.goto(`/#${alarm.path}`);
      await expect(row(page, `Zusage${mark}`)).toContainText(/\d\d:\d\d, in (20|19|18) min/);
      await expect(page.getByText(texts.de.overdue)).toHaveCount(0);
    } finally {
      await alarm.end();
    }
  });
}

/** The event's first line shows it, with an action. */
async function shoutOnEvent(page: Page, language: PageLanguage, path: string): Promise<void> {
  const text = texts[language];
  const home = page.url();
  await page.goto(`/#${path.split('/report/')[0]}`);
  const shout = page.getByRole('alert').filter({ hasText: text.shout });
  await expect(shout.getByRole('link', { name: text.more })).toBeVisible();
  await expect(page).toHaveTitle(/^\(1!\) /);
  await page.goto(home);
}

/** The start page and the tab show it. */
async function shoutOnStart(page: Page, language: PageLanguage, mark: string): Promise<void> {
  const text = texts[language];
  const card = page.getByRole('article').filter({ hasText: `Tafelprobe ${mark}` });
  const shout = card.getByRole('alert');
  await expect(shout).toContainText(text.shout);
  // an exercise does not push away what is for real
  const [shouted, last] = await Promise.all([shout.boundingBox(), page.locator('[data-start]').last().boundingBox()]);
  expect(shouted!.y).toBeGreaterThan(last!.y);
  await expect(page).toHaveTitle(/^\(\d+!\) /);
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /icon-marked\.svg$/);
  await expectAccessible(page);
  await shout.getByRole('link', { name: text.more }).click();
  await expect(page.getByRole('dialog', { name: text.whom })).toContainText(`Lage ${mark}`);
  await page.keyboard.press('Escape');
  await expect(page).toHaveTitle(/^\(1!\) /);
}

/** On a phone an unfilled function is visible at first, uncovered. */
async function aboveTheBar(page: Page, name: string): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
  const line = page.getByRole('button', { name: new RegExp(name) }).first();
  const [seen, bar] = await Promise.all([
    line.boundingBox(),
    page.getByRole('region', { name: /^(Schnelle Schritte|Quick steps)$/ }).boundingBox(),
  ]);
  expect(seen!.y).toBeGreaterThan(0);
  expect(seen!.y + 24).toBeLessThan(bar!.y); // its first line of text
}

/** On a phone a person takes little room. */
async function shortRow(page: Page, name: string): Promise<void> {
  const entry = row(page, name);
  await expect(entry.getByRole('button')).toHaveCount(3); // called, recorded, ticked off
  expect((await entry.boundingBox())!.height).toBe(44);
}

/** Unfilled functions are on top; filled ones are folded. */
async function functionsFirst(page: Page, language: PageLanguage, mark: string): Promise<void> {
  const text = texts[language];
  const lost = page.getByRole('button', { name: new RegExp(`Lage ${mark}.*${text.lost}`) });
  await page.evaluate(() => window.scrollTo(0, 0));
  const more = page.getByRole('button', { name: `${text.more}: Lage ${mark}` });
  for (const shown of [lost, more]) await expect(shown).toBeInViewport({ ratio: 1 });
  const bar = page.getByRole('region', { name: text.steps });
  if (await bar.isVisible()) {
    const [last, covered] = await Promise.all([more.boundingBox(), bar.boundingBox()]);
    expect(last!.y + last!.height).toBeLessThanOrEqual(covered!.y);
  }
  await more.click();
  await expect(page.getByRole('dialog', { name: text.whom })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: new RegExp(`Personal ${mark}`) })).toHaveCount(0);
  await page.getByText(text.filled).click();
  await page.getByRole('button', { name: new RegExp(`Personal ${mark}`) }).click();
  await expect(row(page, `Zusage${mark}`)).toHaveCount(2); // of the function, and of all
  await page.getByText(text.filled).click();
  await expect(row(page, `Zusage${mark}`)).toHaveCount(1);
}

/** Paper shows people and text; the screen stays folded. */
async function onPaper(page: Page, name: string): Promise<void> {
  const seen = await page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<string[]>();
    const textOf = (all: string) => [...document.querySelectorAll<HTMLElement>(all)].map((one) => one.innerText).join();
    Object.assign(window, { print: () => resolve([textOf('[data-state="filled"]'), textOf('main')]) });
    const print = [...document.querySelectorAll('button')].find((one) => /^(Drucken|Print)/.test(one.innerText));
    if (print?.checkVisibility()) print.click();
    else {
      [...document.querySelectorAll<HTMLElement>('main [data-alone]')].find((one) => one.checkVisibility())?.click();
      const item = () =>
        [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find((one) =>
          /^(Drucken|Print)/.test(one.innerText),
        );
      while (!item()) await new Promise(requestAnimationFrame);
      item()!.click();
    }
    return promise;
  });
  expect(seen[0]).toContain(name);
  expect(seen[1]).toContain('Bitte in den Stabsraum kommen.');
  const text = page.getByText('Bitte in den Stabsraum kommen.');
  const end = () => page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await end();
  await expect(text).toBeHidden();
  // also when printed by the browser's keys
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(text).toBeVisible();
  const number = row(page, name).getByText(/555.?002/);
  await expect(number).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(number).toBeVisible();
  await expect(page.getByText(/^(Text ansehen|Show the text)$/)).toBeHidden(); // nothing is to be tapped
  await page.emulateMedia({ media: 'screen' });
  await end();
  await expect(text).toBeHidden();
}

/** A call leads to the answer; otherwise it takes three taps. */
async function recordInThreeTaps(page: Page, language: PageLanguage, name: string): Promise<void> {
  const text = texts[language];
  const call = row(page, name).getByRole('link', { name: text.call(name) });
  await expect(call).toHaveAttribute('href', 'tel:+4930555001');
  await call.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault())); // no real call
  await call.click();
  const dialog = page.getByRole('dialog', { name: text.record(name) });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await row(page, name)
    .getByRole('button', { name: text.record(name) })
    .click();
  await dialog.getByRole('button', { name: text.coming, exact: true }).click();
  await expect(dialog.getByRole('status')).toContainText(text.kept);
  await expect(dialog.getByRole('button', { name: '45 min' })).toBeVisible();
  await dialog.getByRole('button', { name: '45 min' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, name)).toContainText('in 45 min');
}

/** The next arrival is first, counts down, then is late and overdue. */
async function countDown(page: Page, language: PageLanguage, name: string): Promise<void> {
  const text = texts[language];
  const entry = row(page, name);
  await expect(entry).toHaveAttribute('aria-posinset', '1');
  await expect(entry).toContainText(/\d\d:\d\d, in (20|19) min/);
  await entry.getByRole('button', { name: text.call(name) }).click();
  await expect(page.getByRole('menuitem')).toHaveCount(2);
  await expect(page.getByRole('menuitem').first()).toHaveAttribute('href', 'tel:+4915155500');
  await page.keyboard.press('Escape');
  await letPass(page, 15);
  await page.clock.install({ time: Date.now() + 15 * 60_000 });
  await page.reload();
  await expect(entry).toContainText(/in [1-6] min/);
  await letPass(page, 23);
  await page.clock.fastForward('08:00');
  await expect(entry).toHaveAttribute('data-state', 'late');
  for (const said of [text.late, text.planned]) await expect(entry.getByText(said)).toBeVisible();
  await letPass(page, 60);
  await page.clock.fastForward('37:00');
  await expect(entry.getByText(text.overdue)).toBeVisible();
  await entry.getByRole('button', { name: text.there(name) }).click();
  await expect(entry.getByText(text.since)).toBeVisible();
}
