import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { sure } from './board-alarm.ts';
import { languagesAndWidths } from './in-full.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

const texts = {
  de: {
    none: 'Noch keine Aufgaben',
    add: 'Aufgabe hinzufügen',
    what: 'Was ist zu tun?',
    due: 'Fällig in',
    save: 'Hinzufügen',
    open: (count: number) => `${count} offen`,
    allDone: 'alle erledigt',
    overdue: '1 überfällig',
    doneBy: /^erledigt \d\d:\d\d, /,
    undo: 'Rückgängig',
    log: 'Aufgabe doch nicht erledigt: Hotline schalten',
  },
  en: {
    none: 'No tasks yet',
    add: 'Add task',
    what: 'What needs to be done?',
    due: 'Due in',
    save: 'Add',
    open: (count: number) => `${count} open`,
    allDone: 'all done',
    overdue: '1 overdue',
    doneBy: /^done \d\d:\d\d, /,
    undo: 'Undo',
    log: 'Task not done after all: Hotline schalten',
  },
} as const;

for (const [language, width] of languagesAndWidths('de', 1280)) {
  test(`tasks from checklist and input are completed by keyboard and reopened (${language}, ${width})`, async ({
    page,
  }) => {
    const text = texts[language];
    const ask = sure((await askAs(page.request)).ask);
    const mark = `${language}${width}`;
    const { createEventType: type } = await ask(
      'mutation ($n: String!) { createEventType(input: { name: $n }) { id } }',
      { n: `Aufgabenprobe ${mark}` },
    );
    const item = 'mutation ($i: CreateChecklistItemInput!) { createChecklistItem(input: $i) { id } }';
    await ask(item, { i: { name: `Tor öffnen ${mark}`, eventType: type.id, dueMinutes: 0 } });
    const start = 'mutation ($i: CreateEventInput!) { createEvent(input: $i) { id _id } }';
    const draft = { name: `Aufgabenprobe ${mark}`, eventType: type.id, mode: 'EXERCISE' };
    const { createEvent: event } = await ask(start, { i: draft });
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
    await signIn(page, language);
    try {
      await page.goto(`/#/event/${event._id}`);
      await expect(page.getByText(text.none)).toBeVisible();
      await ask('mutation ($i: UpdateEventInput!) { updateEvent(input: $i) { id } }', {
        i: { id: event.id, eventStatus: 'published' },
      });
      const fromChecklist = page.getByRole('checkbox', { name: `Tor öffnen ${mark}` });
      await expect(fromChecklist).toBeVisible();
      await expect(page.getByText(text.overdue)).toBeVisible({ timeout: 30_000 }); // the page looks at the clock every 10 s

      await page.getByRole('button', { name: text.add }).press('Enter');
      await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused();
      await page.keyboard.type('Hotline schalten');
      await page.getByLabel(text.due).fill('30');
      await page.getByRole('button', { name: text.save, exact: true }).press('Enter');
      const byHand = page.getByRole('checkbox', { name: 'Hotline schalten' });
      await expect(byHand).toBeVisible();
      await expect(page.getByText(text.open(2))).toBeVisible();
      await expectAccessible(page);

      await fromChecklist.press('Space');
      await expect(fromChecklist).toBeChecked();
      await byHand.press('Space');
      await expect(byHand).toBeChecked();
      await expect(page.getByText(text.doneBy)).toHaveCount(2);
      await expect(page.getByText(text.allDone)).toBeVisible();
      const toast = page.getByRole('alert').filter({ hasText: 'Hotline schalten' });
      await toast.getByRole('button', { name: text.undo }).click();
      await expect(byHand).not.toBeChecked();
      await expect(page.getByText(text.open(1))).toBeVisible();
      await expect(page.getByText(text.log)).toBeVisible();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
    } finally {
      await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: event.id });
      await ask('mutation ($id: ID!) { deleteEventType(id: $id) { id } }', { id: type.id });
    }
  });
}
