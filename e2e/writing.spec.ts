import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test';
import { sure } from './board-alarm.ts';
import { inFull, onlyInFull } from './in-full.ts';
import { askAs, signInAs } from './roles.ts';

const event = 'Übung: Räumung Bettenhaus B (ÜBUNG)';

/** Temporary snippets; the first is proposed for staff information. */
async function withSnippets(request: APIRequestContext, journey: () => Promise<void>): Promise<void> {
  const ask = sure((await askAs(request)).ask);
  const { reportTypes } = await ask('{ reportTypes(first: 100) { edges { node { id identifier } } } }');
  const reportType = reportTypes.edges.find(
    ({ node }: { node: { identifier: string } }) => node.identifier === 'staff_information',
  ).node.id;
  const create = 'mutation ($input: CreateSnippetInput!) { createSnippet(input: $input) { id } }';
  const content =
    '<p>{{ event.name }}: Sammelplatz ist <b>{{ input:"Sammelplatz" }}</b>, Eingang {{ input:"Eingang" }}.</p>';
  const fixed = await ask(create, { input: { name: 'Probe: Fester Sammelplatz', readOnly: true, content } });
  const free = await ask(create, {
    input: { name: 'Probe: Bitte ruhig bleiben', content: 'Bitte bleiben Sie ruhig.' },
  });
  const cell = { name: 'Probe', snippet: fixed.createSnippet.id, reportType };
  const assign = 'mutation ($input: CreateReportEventSnippetInput!) { createReportEventSnippet(input: $input) { id } }';
  const { createReportEventSnippet: assigned } = await ask(assign, { input: cell });
  try {
    await journey();
  } finally {
    await ask('mutation ($id: ID!) { deleteReportEventSnippet(id: $id) { id } }', { id: assigned.id });
    for (const { id } of [fixed.createSnippet, free.createSnippet]) {
      await ask('mutation ($id: ID!) { deleteSnippet(id: $id) { __typename } }', { id });
    }
  }
}

/** The draft of an information for staff in the demo's exercise, its text open and empty. */
async function write(page: Page): Promise<Locator> {
  await page.goto('/#/communication');
  await page.getByRole('main').getByRole('button', { expanded: false }).click();
  await page.getByRole('combobox', { name: 'Ereignis', exact: true }).selectOption({ label: event });
  await page.getByRole('button', { name: /^Mitarbeiterinformation/ }).click();
  await page.getByRole('button', { name: 'Text ändern' }).click();
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.fill('');
  return text;
}

async function chooseRecipients(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Empfänger auswählen' }).click();
  await page.getByRole('searchbox', { name: 'Verteiler suchen' }).fill('Führungs');
  await page.getByRole('checkbox', { name: 'Führungskräfte' }).check();
  await page.getByRole('button', { name: 'Übernehmen' }).click();
}

for (const [width, height] of inFull([[1280, 800]] as const, [[390, 844]] as const)) {
  test(`writes from snippets by keyboard: question, fixed text, schedule, answer limit (${width})`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height });
    await withSnippets(request, async () => {
      await signInAs(page, 'editor');
      const text = await write(page);
      await text.pressSequentially('Guten Tag.');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+.');
      const picker = page.getByRole('dialog', { name: 'Textbaustein einfügen' });
      const words = picker.getByRole('combobox', { name: 'Wörter suchen' });
      await expect(words).toBeFocused();
      const proposed = picker.getByRole('group', { name: 'Für dieses Ereignis' });
      await expect(proposed.getByRole('option', { name: /^Probe: Fester Sammelplatz/ })).toBeVisible();
      await words.fill('probe');
      await expect(picker.getByRole('listbox').getByRole('option')).toHaveCount(2);
      await words.press('ArrowDown');
      await expect(picker.getByRole('region')).toContainText('Bitte bleiben Sie ruhig.');
      await words.press('ArrowUp');
      await expect(picker.getByRole('region')).toContainText('Übung: Räumung Bettenhaus B: Sammelplatz ist');
      await words.dispatchEvent('keydown', { key: 'Enter', bubbles: true, isComposing: true });
      await expect(picker).toBeVisible();
      await words.press('Enter');
      const asked = page.getByRole('dialog', { name: 'Probe: Fester Sammelplatz' });
      await expect(asked.getByLabel('Sammelplatz', { exact: true })).toBeFocused();
      await page.keyboard.type('der Parkplatz');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Nord');
      await page.keyboard.press('Enter');
      await expect(asked).toBeHidden();
      const fixed = 'Übung: Räumung Bettenhaus B: Sammelplatz ist der Parkplatz, Eingang Nord.';
      const block = text.locator('[data-node-view-wrapper]');
      await expect(block).toContainText('lässt sich nur als Ganzes entfernen');
      await expect(block).toContainText(fixed);
      expect(
        await block.getByText('Sammelplatz').evaluate((element) => (element as HTMLElement).isContentEditable),
      ).toBe(false);
      await expect(text).toBeFocused();
      await page.keyboard.type('Danke.');
      await page.getByRole('button', { name: 'Textbaustein', exact: true }).click();
      await words.fill('ruhig');
      const option = picker.getByRole('option', { name: /Bitte ruhig bleiben/ });
      await expect(option).toHaveAttribute('aria-selected', 'true');
      await picker.getByRole('button', { name: 'Einfügen' }).click();
      await page.getByRole('button', { name: 'Fertig' }).click();
      for (const part of ['Guten Tag.', fixed, 'Danke.Bitte bleiben Sie ruhig.']) {
        await expect(page.getByText(part).first()).toBeVisible();
      }

      await chooseRecipients(page);
      await page.getByRole('switch', { name: 'Um Antwort bitten' }).click();
      const until = page.getByRole('button', { name: 'Antworten zählen bis' });
      await until.click();
      await page.getByRole('button', { name: 'Nächster Monat' }).click();
      await page.getByRole('button', { name: /^14 / }).click();
      await page.getByRole('spinbutton', { name: 'Stunden' }).fill('06');
      await page.getByRole('spinbutton', { name: 'Minuten' }).fill('05');
      await page.getByRole('button', { name: 'Übernehmen' }).click();
      await expect(until).toHaveText(/^14\.\d\d\.\d{4} 06:05 MES?Z$/);
      await expect(page.getByText('Alles bereit')).toBeVisible();
      await page.getByRole('button', { name: 'Weiter: Senden' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('checkbox', { name: 'Später senden' }).check();
      await dialog.getByRole('button', { name: 'Ja', exact: true }).click();
      await expect(page.getByText('Geplant für')).toBeVisible();
      await page.getByRole('button', { name: 'Stoppen' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Ja', exact: true }).click();
      await expect(page.getByText('Geplant für')).toBeHidden();
    });
  });
}

test('a fixed text is removed as a whole and comes back; a placeholder shows its value here', async ({
  page,
  request,
}) => {
  await withSnippets(request, async () => {
    await signInAs(page, 'editor');
    const text = await write(page);
    const block = text.locator('[data-node-view-wrapper]');
    const insert = async () => {
      await page.getByRole('button', { name: 'Textbaustein', exact: true }).click();
      const picker = page.getByRole('dialog', { name: 'Textbaustein einfügen' });
      await picker.getByRole('combobox', { name: 'Wörter suchen' }).fill('probe fester');
      await picker.getByRole('button', { name: 'Einfügen' }).click();
      const asked = page.getByRole('dialog', { name: 'Probe: Fester Sammelplatz' });
      await asked.getByRole('button', { name: 'Einfügen' }).click();
      await expect(block).toBeVisible();
    };
    await insert();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await expect(block).toBeHidden();
    await insert();
    await block.getByRole('button', { name: 'Festen Text entfernen' }).click();
    await expect(block).toBeHidden();
    await text.click();
    await page.getByRole('button', { name: 'Platzhalter einfügen' }).click();
    await page
      .getByRole('menuitem', { name: /Übung: Räumung Bettenhaus B/ })
      .first()
      .click();
    await page.keyboard.type(' läuft');
    await page.getByRole('button', { name: 'Fertig' }).click();
    await expect(page.getByText('Übung: Räumung Bettenhaus B läuft').first()).toBeVisible();
  });
});

const fromWord = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:st1="urn:schemas-microsoft-com:office:smarttags">
<head><style><!-- p.MsoNormal {mso-style-parent:"";} --></style></head><body><!--StartFragment-->
<p class=MsoNormal style='mso-margin-top-alt:auto'><b>Wichtig</b> in <st1:place>Haus B</st1:place><o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span></span><![endif]>Fenster schließen</p>
<p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp;
</span></span><![endif]>auch im Flur</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;
</span></span><![endif]>Türen zu</p><!--EndFragment--></body></html>`;

onlyInFull(test)(
  'text from a word processor is pasted with its lists and without any of its own styles',
  async ({ page }) => {
    const ask = await signInAs(page, 'editor');
    const text = await write(page);
    await text.evaluate((element, html) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', html);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, fromWord);
    await expect(text.getByText('Fenster schließen')).toBeVisible();
    await page.getByRole('button', { name: 'Fertig' }).click();
    await expect(page.getByRole('button', { name: 'Text ändern' })).toBeVisible();
    const report = /report\/(\d+)/.exec(page.url())?.[1];
    const { data } = await ask('query ($id: ID!) { report(id: $id) { content } }', { id: report });
    expect(data.report.content).toBe(
      '<p><strong>Wichtig</strong> in Haus B</p><ul><li>Fenster schließen<ul><li>auch im Flur</li></ul></li></ul>' +
        '<ol><li>Türen zu</li></ol>',
    );
  },
);
