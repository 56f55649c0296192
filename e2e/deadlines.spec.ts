import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { sure } from './board-alarm.ts';
import { languagesAndWidths } from './in-full.ts';
import { test } from './journey.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

const texts = {
  de: {
    early: /Nächste Meldefrist: Frühe Erstmeldung/,
    later: /Nächste Meldefrist: Meldung/,
    draft: 'Entwurf öffnen',
    unknown: /noch nicht bekannt/,
    save: 'Speichern',
    record: 'Versand vermerken',
    reference: 'Aktenzeichen',
    proof: /Versandt .*Meldeportal · Aktenzeichen BSI-4711/,
    fixed: /lässt sich dieser Zeitpunkt nicht mehr ändern/,
  },
  en: {
    early: /Next reporting deadline: Early notification/,
    later: /Next reporting deadline: Notification/,
    draft: 'Open draft',
    unknown: /not known yet/,
    save: 'Save',
    record: 'Record as sent',
    reference: 'Reference number',
    proof: /Sent .*Portal · Reference BSI-4711/,
    fixed: /this time can't be changed any more/,
  },
} as const;

for (const [language, width] of languagesAndWidths('de', 1280)) {
  test(`a report to an authority is drafted from the log and recorded as sent (${language}, ${width})`, async ({
    page,
  }) => {
    const text = texts[language];
    const ask = sure((await askAs(page.request)).ask);
    const named = { n: `IT-Vorfall ${language}${width}` };
    const { createEventType: type } = await ask(
      'mutation ($n: String!) { createEventType(input: { name: $n }) { id } }',
      named,
    );
    await ask('mutation ($t: ID!) { addDeadlinePreset(eventType: $t, preset: BSIG_32) }', { t: type.id });
    const start = 'mutation ($i: CreateEventInput!) { createEvent(input: $i) { id _id } }';
    const { createEvent: event } = await ask(start, {
      i: { name: named.n, eventType: type.id, mode: 'EXERCISE', isRunning: true },
    });
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
    await signIn(page, language);
    try {
      await page.goto(`/#/event/${event._id}`);
      await page.getByRole('link', { name: text.early }).click();
      await page.getByRole('button', { name: text.draft }).first().click();
      const draft = page.getByRole('dialog').getByRole('textbox');
      await expect(draft).toHaveValue(text.unknown);
      await draft.fill('Drei Server sind verschlüsselt.');
      await page.getByRole('button', { name: text.save }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expectAccessible(page);

      await page.getByRole('button', { name: text.record }).first().click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByText('Drei Server sind verschlüsselt.')).toBeVisible();
      await dialog.getByLabel(text.reference).fill('BSI-4711');
      await dialog.getByRole('button', { name: text.record }).click();
      await expect(page.getByText(text.proof)).toBeVisible();
      await expect(page.getByText(text.fixed)).toBeVisible();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);

      await page.goto('/#/');
      await expect(page.getByRole('link', { name: new RegExp(named.n) }).first()).toBeVisible();
      await page.goto(`/#/event/${event._id}`);
      await expect(page.getByRole('link', { name: text.later })).toBeVisible();
    } finally {
      await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: event.id });
      await ask('mutation ($id: ID!) { deleteEvent(id: $id) { id } }', { id: event.id });
    }
  });
}
