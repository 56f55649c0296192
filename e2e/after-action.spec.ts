import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { expectAccessible, expectNothing } from './accessible.ts';
import { foundByAxe } from './engines.ts';
import { inFull } from './in-full.ts';
import { signIn } from './sign-in.ts';

const texts = {
  de: {
    open: 'Auswertung ansehen',
    title: 'Auswertung',
    first: 'bis zur ersten Antwort',
    charts: ['Antworten und Ankünfte', 'Kanäle', 'Gruppen'],
    summary: /^Von \d+ Gefragten hatten nach .+ geantwortet/,
    asTable: 'Als Tabelle',
    answered: 'Geantwortet',
    timeline: 'Verlauf',
    save: 'Herunterladen',
    files: { 'Als PDF': 'pdf', 'Als Excel-Datei': 'xlsx', 'Als CSV': 'csv' },
    name: 'auswertung',
  },
  en: {
    open: 'See the after-action review',
    title: 'After-action review',
    first: 'until the first answer',
    charts: ['Answers and arrivals', 'Channels', 'Groups'],
    summary: /^Of \d+ people asked, \d+ had answered after /,
    asTable: 'As a table',
    answered: 'Answered',
    timeline: 'Course',
    save: 'Download',
    files: { 'As PDF': 'pdf', 'As an Excel file': 'xlsx', 'As CSV': 'csv' },
    name: 'after-action-review',
  },
} as const;

const begins = { pdf: '%PDF', xlsx: 'PK', csv: '\u00ef\u00bb\u00bf' };

// of the demo hospital: a live event that is over, and an exercise that runs
for (const [language, width, event] of inFull(
  [['de', 1280, 3]] as const,
  [
    ['en', 390, 5],
    ['de', 390, 5],
    ['en', 1280, 3],
  ] as const,
)) {
  test(`reviews an event: figures, charts with tables, files (${language}, ${width})`, async ({ page }) => {
    const text = texts[language];
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
    await signIn(page, language, `/event/${event}`);
    await page.getByRole('link', { name: text.open }).click();
    await expect(page.getByRole('heading', { level: 1, name: text.title })).toBeVisible();
    await expect(page.getByText(text.first)).toBeVisible();
    for (const name of text.charts) {
      const panel = page
        .getByRole('region', { name })
        .or(page.locator('section').filter({ has: page.getByRole('heading', { name }) }));
      await expect(panel.first().getByRole('img')).toBeVisible();
    }
    await expect(page.getByRole('img', { name: text.summary })).toBeVisible();
    const course = page.locator('figure').first();
    await course.getByText(text.asTable).click();
    await expect(course.getByRole('columnheader', { name: text.answered })).toBeVisible();
    await expect(page.getByRole('heading', { name: text.timeline })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNothing(() => foundByAxe(page, { onlyColours: true }));
    for (const [entry, ending] of Object.entries(text.files)) {
      await page.getByRole('button', { name: text.save }).click();
      await expect(page.getByRole('menuitem').first()).toBeVisible();
      const item = page.getByRole('menuitem', { name: entry });
      // the tables are about single people, so they end with the event
      if (event === 3 && ending !== 'pdf') {
        await expect(item).toHaveCount(0);
        await page.keyboard.press('Escape');
        continue;
      }
      const saved = page.waitForEvent('download');
      await item.click();
      expect((await saved).suggestedFilename()).toBe(`${text.name}-${event}.${ending}`);
      const content = readFileSync(await (await saved).path(), 'latin1');
      expect(content.startsWith(begins[ending as keyof typeof begins]), entry).toBe(true);
    }
  });
}
