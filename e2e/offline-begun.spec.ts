import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { inFull } from './in-full.ts';
import { age, keptHere } from './kept-here.ts';
import { signIn } from './sign-in.ts';

test.use({ serviceWorkers: 'allow' });

const texts = {
  de: {
    type: 'Was ist passiert?',
    where: 'Wo?',
    begun: 'Schon begonnen um',
    discard: 'Verwerfen',
    jumps: 'Auf dieser Seite',
    parts: ['Alarm vormerken', 'Anrufliste des Krisenstabs', 'Laufende Ereignisse', 'Textbausteine'],
  },
  en: {
    type: 'What happened?',
    where: 'Where?',
    begun: 'Already started at',
    discard: 'Discard',
    jumps: 'On this page',
    parts: ['Save an alarm for later', 'Call list of the crisis team', 'Running events', 'Snippets'],
  },
} as const;

for (const language of inFull(['de'] as const, ['en'] as const)) {
  test(`a begun alarm is marked on return and becomes a note only if continued (${language})`, async ({
    page,
    context,
  }) => {
    const text = texts[language];
    const has = (name: string) => expect.poll(async () => (await keptHere(page)).names).toContain(name);
    await signIn(page, language);
    await page.goto('/#/offline');
    for (const name of ['about', 'board', 'team', 'texts']) await has(name);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await context.setOffline(true);
    const where = page.getByLabel(text.where);
    const begun = page.getByRole('alert').filter({ hasText: text.begun });
    await page.getByLabel(text.type).selectOption({ index: 1 });
    await where.fill('Keller Süd');
    await page.getByRole('switch').click();
    await expect(begun).toHaveCount(0);
    await has('begun-alarm');
    await page.reload();
    await expect(begun).toHaveText(/\d\d:\d\d/);
    const kind = await page.getByLabel(text.type).locator('option:checked').textContent();
    await expect(begun).toContainText(`${kind} – Keller Süd`);
    // the unsent report, calls, then states
    const parts = await page.getByRole('navigation', { name: text.jumps }).getByRole('button').allTextContents();
    expect(parts).toEqual(text.parts);
    await expect(where).toHaveValue('Keller Süd');
    await expect(page.getByRole('switch')).not.toBeChecked();
    await expectAccessible(page);

    // untouched, so it isn't a note
    await context.setOffline(false);
    await expect(where).toHaveCount(0, { timeout: 30_000 });
    await page.waitForTimeout(500);
    expect((await keptHere(page)).names.filter((name) => name.startsWith('unsent'))).toEqual([]);

    await context.setOffline(true);
    await page.reload();
    await begun.getByRole('button', { name: text.discard }).click();
    await expect(where).toHaveValue('');
    await expect(begun).toHaveCount(0);
    await where.fill('Keller Nord');
    await has('begun-alarm');
    await age(page, 'begun-alarm', 3 * 3_600_000);
    await page.reload();
    await expect(where).toHaveValue('');
    await expect(begun).toHaveCount(0);
  });
}
