import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { alarmFunctions, sure } from './board-alarm.ts';
import { inFull } from './in-full.ts';
import { test } from './journey.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';
import type { PageLanguage } from './words.ts';

const texts = {
  de: {
    more: 'Weitere alarmieren',
    whom: 'Wen noch alarmieren?',
    missing: 'Es fehlt 1 Person.',
    counts: (name: string) => `Wer zusagt, zählt für die Funktion „${name}“.`,
    group: 'Ganze Gruppe',
    not: 'Nicht für diese Funktion',
    countsNot: 'Wer zusagt, wird keiner der unbesetzten Funktionen zugeordnet.',
    take: 'Übernehmen',
    cancel: 'Abbrechen',
    needed: (name: string) => `${name}: 1 Zusage gebraucht, 1 Person erreichbar`,
    answered: '1 Person hat schon geantwortet und wird nicht noch einmal gefragt.',
    next: 'Weiter: Senden',
    yes: 'Ja',
    filled: '2 Funktionen besetzt',
  },
  en: {
    more: 'Alert more people',
    whom: 'Who else should be alerted?',
    missing: '1 more person is needed.',
    counts: (name: string) => `People who accept count for the function “${name}”.`,
    group: 'A whole group',
    not: 'Not for this function',
    countsNot: 'People who accept are not assigned to any unfilled function.',
    take: 'Add these',
    cancel: 'Cancel',
    needed: (name: string) => `${name}: 1 needed, 1 person reachable`,
    answered: '1 person has already answered and is not asked again.',
    next: 'Next: send',
    yes: 'Yes',
    filled: '2 functions filled',
  },
} as const;

/** On any screen, the buttons are visible in the dialog. */
async function footInSight(page: Page, text: (typeof texts)[PageLanguage]): Promise<void> {
  const before = page.viewportSize()!;
  for (const [width, height] of [
    [390, 600],
    [390, 664],
    [844, 390],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const name of [text.take, text.cancel]) {
      const button = page.getByRole('button', { name });
      await expect(button).toBeInViewport({ ratio: 1 });
      const isWithin = () =>
        button.evaluate((one) => {
          const [inner, outer] = [one, one.closest('[role=dialog]')!].map((part) => part.getBoundingClientRect());
          return inner!.left >= outer!.left + 16 && inner!.right <= outer!.right - 16 && inner!.bottom <= outer!.bottom;
        });
      await expect.poll(isWithin).toBe(true);
    }
    await expect(page.getByRole('dialog').getByRole('searchbox')).toBeInViewport();
  }
  await page.setViewportSize(before);
}

const record = 'mutation ($r: ID!, $o: String!) { recordAnswer(recipient: $r, option: $o) { id } }';

for (const [language, width] of inFull([['en', 390]] as const, [['de', 1280]] as const)) {
  test(`alarms more people for an unfilled function, filled by an acceptance (${language}, ${width})`, async ({
    page,
  }) => {
    const text = texts[language];
    const ask = sure((await askAs(page.request)).ask);
    const mark = `Mehr${language}`;
    const alarm = await alarmFunctions(ask, `Nachalarm ${mark}`, [
      { name: `Lage ${mark}`, people: [{ lastName: `Nein${mark}`, phones: [] }] },
      {
        name: `Personal ${mark}`,
        people: [
          { lastName: `Kommt${mark}`, phones: [] },
          { lastName: `Weitere${mark}`, phones: [] },
        ],
      },
    ]);
    const rowOf = (name: string) => alarm.people.find((one) => one.name === name)!.recipient;
    try {
      await ask(record, { r: rowOf(`Kommt${mark}`), o: '1' });
      await ask(record, { r: rowOf(`Nein${mark}`), o: '2' });
      await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
      await signIn(page, language);
      await page.goto(`/#${alarm.path}?more=all`);
      const whom = page.getByRole('dialog', { name: text.whom });
      await expect(whom.getByText(text.counts(`Lage ${mark}`))).toBeVisible();
      await expectAccessible(page);
      await whom.getByRole('button', { name: text.not }).press('Enter');
      await expect(whom.getByText(text.countsNot)).toBeFocused();
      await page.goto(`/#${alarm.path}?more=all`);
      await expect(whom.getByText(text.counts(`Lage ${mark}`))).toBeVisible();
      await whom.getByRole('button', { name: text.group }).click();
      await expect(page.getByRole('dialog').getByRole('searchbox')).toBeFocused();
      await expect(page.getByRole('dialog').getByText(`${text.missing} ${text.counts(`Lage ${mark}`)}`)).toBeVisible();
      await page.getByRole('checkbox', { name: new RegExp(`^Personal ${mark}`) }).check();
      await footInSight(page, text);
      // a running request stays visible
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/api/graphql/', async (route) => {
        if (route.request().postDataJSON()?.query?.includes('mutation AddChannels')) await held;
        await route.continue();
      });
      await page.getByRole('button', { name: text.take }).click();
      await expect(page.getByRole('button', { name: text.cancel })).toBeDisabled();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeVisible();
      answer();
      await expect(page.getByText(text.needed(`Lage ${mark}`)).first()).toBeVisible();
      await expect(page.getByText(text.answered).first()).toBeVisible();
      await page.getByRole('button', { name: text.next }).click();
      await page.getByRole('dialog').getByRole('button', { name: text.yes, exact: true }).click();
      await expect(page.getByText(text.answered)).toHaveCount(0);
      await ask(record, { r: rowOf(`Weitere${mark}`), o: '1' });
      await expect(page.getByText(text.filled, { exact: false }).first()).toBeVisible();
    } finally {
      await alarm.end();
    }
  });
}

test('asks the next in reserve at once, then all remaining, each after one question', async ({ page }) => {
  const ask = sure((await askAs(page.request)).ask);
  const people = ['Erste', 'Zweite', 'Dritte', 'Vierte'].map((lastName) => ({ lastName, phones: [] }));
  const alarm = await alarmFunctions(ask, 'Reserve sofort', [{ name: 'Technik sofort', people }]);
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /^Tafel / }) });
  try {
    await signIn(page, 'de');
    await page.goto(`/#${alarm.path}`);
    await expect(rows).toHaveCount(1);
    for (const [choice, title, count] of [
      ['Nächste je Funktion (1)', 'Die Nächsten fragen?', 2],
      ['Reserve jetzt fragen (2)', 'Reserve jetzt fragen?', 4],
    ] as const) {
      await page.getByRole('button', { name: 'Weitere alarmieren', exact: true }).click();
      await page.getByRole('button', { name: choice }).click();
      await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Ja', exact: true }).click();
      await expect(page.getByText('Der Alarm geht an die Reserve.').last()).toBeVisible();
      await expect(rows).toHaveCount(count);
    }
    await page.getByRole('button', { name: 'Weitere alarmieren', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Ganze Gruppe' })).toBeVisible();
    await expect(page.getByRole('button', { name: /Reserve jetzt fragen/ })).toHaveCount(0);
  } finally {
    await alarm.end();
  }
});

test('an activation prepared for a running alarm appears next to the way to more people', async ({ page }) => {
  const ask = sure((await askAs(page.request)).ask);
  const alarm = await alarmFunctions(ask, 'Vorbereitet daneben', [
    { name: 'Lage daneben', people: [{ lastName: 'Neindaneben', phones: [] }] },
  ]);
  try {
    const { eventTypes } = await ask('{ eventTypes(first: 1, isActive: true) { edges { node { id } } } }');
    const prepare = 'mutation ($input: CreateActivationInput!) { createActivation(input: $input) { _id } }';
    const input = { event: alarm.event, eventType: eventTypes.edges[0].node.id };
    const { createActivation } = await ask(prepare, { input });
    await signIn(page, 'de');
    const event = alarm.path.split('/report/')[0];
    await page.goto(`/#${event}`);
    const prepared = page.getByRole('link', { name: 'Aktivierung prüfen und senden' });
    await expect(prepared).toHaveAttribute('href', `#${event}/report/${createActivation._id}`);
    await page.locator('main').getByRole('link', { name: 'Weitere alarmieren' }).click();
    await expect(page.getByRole('dialog', { name: texts.de.whom })).toBeVisible();
  } finally {
    await alarm.end();
  }
});
