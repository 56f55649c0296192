import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { alarmFunctions, sure } from './board-alarm.ts';
import { openDoor } from './door.ts';
import { inFull } from './in-full.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

const texts = {
  de: {
    create: 'Link erstellen',
    dialog: 'Link zum Monitor',
    unused: 'noch nie benutzt',
    used: /Zuletzt benutzt/,
    since: /läuft seit 00:0\d h/,
    filled: '1 von 2 besetzt',
    lost: 'niemand mehr',
    coming: /^in \d+ min$/,
    late: /^seit \d min erwartet$/,
    gone: /^Keine Verbindung\. Stand \d\d:\d\d:\d\d/,
    revoke: 'Zurückziehen',
    yes: 'Ja',
    over: 'Dieser Link gilt nicht mehr',
  },
  en: {
    create: 'Create a link',
    dialog: 'Link to the monitor',
    unused: 'never used',
    used: /Last used/,
    since: /running for 00:0\d h/,
    filled: '1 of 2 filled',
    lost: 'no one left',
    coming: /^in \d+ min$/,
    late: /^due \d min ago$/,
    gone: /^No connection\. As of \d\d:\d\d:\d\d/,
    revoke: 'Revoke',
    yes: 'Yes',
    over: 'This link is no longer valid',
  },
} as const;

const record =
  'mutation ($r: ID!, $o: String!, $m: Int) { recordAnswer(recipient: $r, option: $o, minutes: $m) { id } }';

for (const [language, width, height] of inFull([['de', 1920, 1080]] as const, [['en', 1280, 800]] as const)) {
  test(`a monitor opens by link, survives a restart and ends on revocation (${language}, ${width})`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const text = texts[language];
    const ask = sure((await askAs(page.request)).ask);
    const mark = `${language}${width}`;
    const alarm = await alarmFunctions(ask, `Wandprobe ${mark}`, [
      { name: `Lage ${mark}`, people: [{ lastName: `Absage${mark}`, phones: ['+4930555003'] }] },
      { name: `Personal ${mark}`, people: [{ lastName: `Kommt${mark}`, phones: ['+4915155501'] }] },
    ]);
    const door = await openDoor(baseURL!);
    const wall = await browser.newContext({ viewport: { width, height }, locale: language });
    try {
      const [no, yes] = alarm.people;
      await ask(record, { r: no!.recipient, o: '2' });
      await ask(record, { r: yes!.recipient, o: '1', m: 20 });
      await signIn(page, language);
      const number = alarm.path.split('/')[2];
      const address = await makeLink(page, `/#/event/${number}`, text);
      const requests: string[] = [];
      const monitor = await wall.newPage();
      monitor.on('request', (request) => requests.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
      await monitor.goto(door.url + address);

      await expect(monitor.getByRole('heading', { level: 1 })).toContainText(`Wandprobe ${mark}`);
      await expect(monitor.getByText(text.since)).toBeVisible();
      await expect(monitor.getByText(text.filled)).toBeVisible();
      const rows = monitor.getByRole('listitem');
      await expect(rows.first()).toContainText(`Lage ${mark}`);
      await expect(rows.first()).toContainText(text.lost);
      await expect(rows.filter({ hasText: `Kommt${mark}` }).getByText(text.coming)).toBeVisible();
      await expectAccessible(monitor);
      await expectWhole(monitor);
      const later = await wall.newPage();
      await later.clock.install();
      await later.goto(door.url + address);
      const late = later.getByRole('listitem').filter({ hasText: `Kommt${mark}` });
      await expect(late.getByText(text.coming)).toBeVisible();
      await later.clock.fastForward('24:00');
      await expect(late.getByText(text.late)).toBeVisible();
      await expect(late).toHaveAttribute('data-state', 'late');
      await later.close();
      const token = address.split('/').at(-1)!;
      expect(requests.filter((request) => request.includes(token))).toEqual([]);

      await door.cut();
      await expect(monitor.getByRole('alert')).toHaveText(text.gone);
      await expect(rows.first()).toContainText(`Lage ${mark}`);
      const note = 'mutation ($e: ID!, $t: String!) { addLogEntry(event: $e, text: $t) { id } }';
      await ask(note, { e: alarm.event, t: 'Zufahrt frei, Rückruf 0151 23456789' });
      await door.open();
      await expect(monitor.getByText('Zufahrt frei, Rückruf …')).toBeVisible({ timeout: 40_000 });
      await expect(monitor.getByRole('alert')).toHaveCount(0);
      await expect(page.getByText(text.used)).toBeVisible(); // read with what else changed of the event

      await page.getByRole('button', { name: text.revoke }).click();
      await page.getByRole('dialog').getByRole('button', { name: text.yes }).click();
      await expect(monitor.getByText(text.over)).toBeVisible({ timeout: 40_000 });
      await expect(rows).toHaveCount(0);
      await monitor.reload();
      await expect(monitor.getByText(text.over)).toBeVisible();
    } finally {
      await wall.close();
      await door.cut();
      await alarm.end();
    }
  });
}

/** Creates a link; returns its path. */
async function makeLink(page: Page, path: string, text: (typeof texts)['de' | 'en']): Promise<string> {
  await page.goto(path);
  const dialog = page.getByRole('dialog', { name: text.dialog });
  // a click right after a shift of the page is not taken
  await expect(async () => {
    if (!(await dialog.isVisible())) await page.getByRole('button', { name: text.create }).click();
    await expect(dialog).toBeVisible({ timeout: 5_000 });
  }).toPass();
  const address = (await dialog.locator('#monitor-link').textContent())!;
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByText(text.unused)).toBeVisible();
  return address.slice(address.indexOf('/#'));
}

/** Nothing of the monitor lies outside of the screen. */
async function expectWhole(monitor: Page): Promise<void> {
  const outside = await monitor.evaluate(
    () =>
      [...document.querySelectorAll('main li, main h1, main time')].filter((part) => {
        const { bottom, right } = part.getBoundingClientRect();
        return bottom > innerHeight || right > innerWidth;
      }).length,
  );
  expect(outside).toBe(0);
}

/** How many functions are cut off at the lower edge of their part, and how many are neither drawn, named nor counted. */
const shownAndSaid = (monitor: Page) =>
  monitor.evaluate(() => {
    const part = document.querySelector('main section')!;
    const rows = [...part.querySelectorAll('li')];
    const drawn = rows
      .filter((row) => getComputedStyle(row).visibility === 'visible')
      .map((row) => row.getBoundingClientRect());
    const { bottom } = part.getBoundingClientRect();
    const said = Number(
      /(\d+) (?:nicht gezeigt|not shown)/.exec(part.querySelector('h2')!.textContent ?? '')?.[1] ?? 0,
    );
    const named = part.querySelectorAll('[data-named]').length;
    return {
      cut: drawn.filter((row) => row.bottom > bottom + 1).length,
      missing: rows.length - drawn.length - said - named,
    };
  });

const step = process.env['TEST_FULL'] ? 20 : 70;

test('a telephone shows every function completely', async ({ page, browser, baseURL }) => {
  const ask = sure((await askAs(page.request)).ask);
  const names = Array.from({ length: 9 }, (_, at) => `Technische Einsatzleitung Energieversorgung ${at + 1}`);
  const long = 'Schwarzenbacher-Leutheusser';
  const alarm = await alarmFunctions(
    ask,
    'Handprobe',
    names.map((name, at) => ({ name, people: [{ lastName: `${at === 0 ? long : 'Hand'}${at}`, phones: [] }] })),
  );
  const hand = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'de' });
  try {
    for (const { recipient } of alarm.people) await ask(record, { r: recipient, o: '2' });
    await signIn(page, 'de');
    const address = await makeLink(page, `/#/event/${alarm.path.split('/')[2]}`, texts.de);
    const monitor = await hand.newPage();
    await monitor.goto(baseURL + address);
    for (const name of names) {
      const shown = monitor.getByText(name, { exact: true });
      await expect(shown).toBeVisible();
      const isCut = await shown.evaluate(
        (part) => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight,
      );
      expect(isCut).toBe(false);
    }
    await monitor.setViewportSize({ width: 1920, height: 1080 });
    await expectWhole(monitor);
    // rows are whole, and others are counted
    for (let height = 1080; height >= 500; height -= step) {
      await monitor.setViewportSize({ width: 1920, height });
      await expect.poll(() => shownAndSaid(monitor)).toEqual({ cut: 0, missing: 0 });
    }
    // a long surname is complete
    await ask(record, { r: alarm.people.find(({ name }) => name.startsWith(long))!.recipient, o: '1', m: 20 });
    await monitor.setViewportSize({ width: 1280, height: 800 });
    const comes = monitor.getByText(`Tafel ${long}0`, { exact: true });
    await expect(comes).toBeVisible();
    const isCut = (part: Element) => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight;
    await expect.poll(() => comes.evaluate(isCut)).toBe(false);
  } finally {
    await hand.close();
    await alarm.end();
  }
});

const staff = ['Leitung', 'S1 Personal', 'S2 Lage', 'S3 Einsatz', 'S4 Versorgung', 'S5 Presse- und Medienarbeit'];
const house = [
  'Technische Einsatzleitung Energieversorgung',
  'Ärztliche Leitung',
  'Pflegedirektion',
  'Apotheke',
  'Labor',
];
const advice = ['Sicherheitsdienst', 'Seelsorge', 'Fachberatung'];

for (const [language, stopped] of inFull([], [
  ['en', 'stopped'],
  ['de', 'gestoppt'],
] as const)) {
  test(`without arrivals functions have the full width and complete names (${language})`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const ask = sure((await askAs(page.request)).ask);
    const names = [...staff, ...house, ...advice];
    const alarm = await alarmFunctions(
      ask,
      `Breitprobe ${language}`,
      names.map((name, at) => ({
        name,
        people: ['A', 'B'].map((one) => ({ lastName: `Breit${one}${at}${language}`, phones: [] })),
      })),
    );
    const wall = await browser.newContext({ locale: language });
    try {
      await ask('mutation ($id: ID!) { stopAsking(report: $id) { id } }', { id: alarm.path.split('/').at(-1) });
      await signIn(page, language);
      const address = await makeLink(page, `/#/event/${alarm.path.split('/')[2]}`, texts[language]);
      const monitor = await wall.newPage();
      for (const [width, height] of [
        [1280, 800],
        [1920, 1080],
      ] as const) {
        await monitor.setViewportSize({ width, height });
        await monitor.goto(baseURL + address);
        const functions = monitor.locator('main section').first();
        for (const name of names) {
          const shown = functions.getByText(name, { exact: true });
          await expect(shown).toBeVisible();
          const isCut = await shown.evaluate(
            (part) => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight,
          );
          expect(isCut, name).toBe(false);
        }
        await expect(functions.getByText(stopped, { exact: true })).toHaveCount(names.length);
        await expectWhole(monitor);
        await expect(monitor.getByText(/^(Niemand ist unterwegs|No one is on the way)\.$/)).toBeVisible();
      }
      // a person who comes appears
      await ask(record, { r: alarm.people[0]!.recipient, o: '1', m: 20 });
      const comes = monitor.getByRole('listitem').filter({ hasText: alarm.people[0]!.name });
      await expect(comes).toBeVisible();
      await expect
        .poll(() =>
          comes.evaluate((row) => {
            const functions = document.querySelector('main section')!.getBoundingClientRect();
            return row.getBoundingClientRect().left > functions.right;
          }),
        )
        .toBe(true);
      await expect.poll(() => shownAndSaid(monitor)).toEqual({ cut: 0, missing: 0 });
    } finally {
      await wall.close();
      await alarm.end();
    }
  });
}
