import { expect, type Page } from '@playwright/test';
import { type AxeLook, foundByAxe } from './engines.ts';

/**
 * Expects that axe finds no problem after the color transitions. Checks mails separately, because no script runs in
 * their frames. If a dialog is open, checks only the dialog, because the page behind it is inert.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const dialog = '[role=dialog][aria-modal=true]';
  await expectNoViolations(page, (await page.locator(dialog).count()) > 0 ? { within: [dialog] } : {});
  const mails = await page.locator('iframe').evaluateAll((all) => all.map((one) => (one as HTMLIFrameElement).srcdoc));
  for (const mail of new Set(mails.filter(Boolean))) {
    const letter = await page.context().newPage();
    await letter.setContent(mail);
    await expectNoViolations(letter, { tags: ['wcag2a', 'wcag2aa', 'wcag21aa'] });
    await letter.close();
  }
}

const expectNoViolations = (page: Page, options: AxeLook) => expectNothing(() => foundByAxe(page, options));

const mostTime = 30_000;
const leastLooks = 3;

/** Expects that a check finds nothing, with repetitions because of transitions. One takes up to half a minute. */
export async function expectNothing(look: () => Promise<string[]>, where?: string): Promise<void> {
  const end = performance.now() + mostTime;
  for (let looks = 1; ; looks++) {
    const found = await look();
    if (found.length === 0) return;
    if (looks >= leastLooks && performance.now() > end) expect(found, where).toEqual([]);
  }
}
