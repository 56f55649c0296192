import { expect, type Page } from '@playwright/test';
import { type AxeLook, foundByAxe } from './engines.ts';

/**
 * What stands on the page can be used by everyone, as far as axe can tell, once colours that change have changed. Mails on it are
 * looked at by themselves: in their frames no script runs, and axe would wait there for half a minute. Of a page behind a dialog
 * nothing can be used, so that only the dialog is looked at.
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

/**
 * A look finds nothing; what it finds while colours change is looked for again. However long one look takes is no fault: beside
 * other work it may take half a minute.
 */
export async function expectNothing(look: () => Promise<string[]>, where?: string): Promise<void> {
  const end = performance.now() + mostTime;
  for (let looks = 1; ; looks++) {
    const found = await look();
    if (found.length === 0) return;
    if (looks >= leastLooks && performance.now() > end) expect(found, where).toEqual([]);
  }
}
