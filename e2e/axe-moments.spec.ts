import { expect, type Page, test } from '@playwright/test';
import { expectNothing } from './accessible.ts';
import { alarmFunctions, type Sure, sure } from './board-alarm.ts';
import { foundByAxe, foundByIbm, isForIbm, keepStill } from './engines.ts';
import { inFull } from './in-full.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';
import { expectUsable } from './usable.ts';

// content that `axe.spec.ts` can't open by an address
const texts = {
  de: {
    log: 'Einsatztagebuch',
    entry: 'Eintrag schreiben',
    write: 'Eintragen',
    offline: 'Zur Anrufliste',
    kind: 'Was ist passiert?',
    note: 'Alarm vormerken',
    unsent: 'Noch nicht gesendet',
    all: 'Nachricht an alle',
    shift: 'Schicht eintragen',
    task: 'Aufgabe hinzufügen',
    absence: 'Abwesenheit eintragen',
  },
  en: {
    log: 'Event log',
    entry: 'Write an entry',
    write: 'Add entry',
    offline: 'To the call list',
    kind: 'What happened?',
    note: 'Save for later',
    unsent: 'Not sent yet',
    all: 'Message to all',
    shift: 'Enter shift',
    task: 'Add task',
    absence: 'Enter absence',
  },
} as const;

test.use({ serviceWorkers: 'allow' });

/** By day and by night, at this width. */
async function expectNothingFound(page: Page, where: string): Promise<void> {
  await expectUsable(page, where);
  if (isForIbm(where)) expect(await foundByIbm(page), where).toEqual([]);
}

/** The same for a dialog. */
async function expectDialogUsable(page: Page, where: string): Promise<void> {
  await expect(page.getByRole('dialog')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const look = { onlyColours: colorScheme === 'dark', within: ['[role=dialog]'] };
    await expectNothing(() => foundByAxe(page, look), `${where} ${colorScheme}`);
  }
  if (isForIbm(where)) expect(await foundByIbm(page), where).toEqual([]);
}

async function runningEvent(ask: Sure, name: string) {
  const { createEvent } = await ask(
    'mutation ($n: String!) { createEvent(input: { name: $n, mode: EXERCISE, isRunning: true }) { id _id } }',
    { n: name },
  );
  return createEvent as { id: string; _id: number };
}

for (const [language, width] of inFull([['de', 390]] as const, [['en', 1280]] as const)) {
  const text = texts[language];

  test(`pages written without a connection are accessible (${language}, ${width})`, async ({ page, context }) => {
    await keepStill(page);
    await page.setViewportSize({ width, height: 844 });
    const ask = sure((await askAs(page.request)).ask);
    const { id, _id } = await runningEvent(ask, `Prüfung ohne Leitung ${language}`);
    try {
      await signIn(page, language);
      await page.goto('/#/offline');
      await expect(page.getByRole('heading', { name: `Prüfung ohne Leitung ${language}` })).toBeVisible({
        timeout: 30_000,
      });
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await page.goto(`/#/event/${_id}`);
      const log = page.locator('section').filter({ has: page.getByRole('heading', { name: text.log }) });
      await expect(log.getByRole('listitem').first()).toBeVisible();
      await page.getByLabel(text.entry).fill('Die Feuerwehr ist da.');
      await context.setOffline(true);
      await page.getByRole('button', { name: text.write }).click();
      await expect(page.getByRole('region', { name: text.unsent })).toBeVisible();
      await expectNothingFound(page, `event page without a connection ${language}`);
      await page.getByRole('status').getByRole('link', { name: text.offline }).click();
      await page.getByLabel(text.kind).selectOption({ index: 1 });
      await page.getByRole('form').getByRole('button', { name: text.note }).click();
      await expect(page.getByRole('region', { name: text.unsent }).getByRole('listitem')).toHaveCount(2);
      await expectNothingFound(page, `unsent ${language}`);
    } finally {
      await context.setOffline(false);
      await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id });
    }
  });

  test(`a message to all, a monitor and opened parts are accessible (${language}, ${width})`, async ({ page }) => {
    test.setTimeout(240_000);
    await keepStill(page);
    await page.setViewportSize({ width, height: 844 });
    const ask = sure((await askAs(page.request)).ask);
    const people = [{ lastName: `Auge${language}`, phones: [] }];
    const alarm = await alarmFunctions(ask, `Augenschein ${language}`, [{ name: `Sehen ${language}`, people }]);
    try {
      await signIn(page, language);
      await page.goto(`/#${alarm.path}`);
      await page.getByRole('button', { name: text.all }).first().click();
      await expect(page.getByRole('button', { name: /Was sollen alle wissen\?/ }).first()).toBeVisible();
      await expectNothingFound(page, `message to all ${language}`);

      const { createMonitorLink } = await ask('mutation ($e: ID!) { createMonitorLink(event: $e) { address } }', {
        e: alarm.event,
      });
      await page.goto('about:blank');
      await page.goto(`/${new URL(createMonitorLink.address).hash}`);
      await expectNothingFound(page, `monitor ${language}`);

      await page.goto('about:blank');
      for (const [path, button] of [
        ['/#/group/42', text.shift],
        ['/#/event/5', text.task],
        ['/#/person/1', text.absence],
      ] as const) {
        await page.goto(path);
        await page.getByRole('button', { name: button }).click();
        await expectDialogUsable(page, `${button} ${language}`);
      }
    } finally {
      await alarm.end();
    }
  });
}
