import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const longestChange = 10_000;

/**
 * What stands on the page can be used by everyone, as far as axe can tell, once colours that change have changed. Mails on it are
 * looked at by themselves: in their frames no script runs, and axe would wait there for half a minute.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(() => new AxeBuilder({ page }).exclude('.Toastify').exclude('iframe'));
  const mails = await page.locator('iframe').evaluateAll((all) => all.map((one) => (one as HTMLIFrameElement).srcdoc));
  for (const mail of new Set(mails.filter(Boolean))) {
    const letter = await page.context().newPage();
    await letter.setContent(mail);
    await expectNoViolations(() => new AxeBuilder({ page: letter }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa']));
    await letter.close();
  }
}

async function expectNoViolations(look: () => AxeBuilder): Promise<void> {
  for (const end = performance.now() + longestChange; ; await new Promise((later) => setTimeout(later, 500))) {
    const { violations } = await look().analyze();
    if (violations.length > 0 && performance.now() < end) continue;
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target}`)).toEqual([]);
    return;
  }
}
