import type { ChannelChoice } from '#server/contacts/people/channel-choices.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { readIn } from '#shared/administration/translated.ts';
import type { Language } from '#shared/languages.ts';
import { escapeHtml } from '#shared/rich-text.ts';
import type { OwnDataTexts } from './texts.ts';

const shownField = 'informed';
const fieldName = (type: string) => `inform-${type}`;

/** Returns channel types without information for a person. */
export async function loadOptOuts(db: Db, personId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('optOuts as o')
    .innerJoin('channelTypes as t', 't.id', 'o.channelTypeId')
    .select('t.identifier')
    .where('o.personId', '=', personId)
    .execute();
  return rows.map(({ identifier }) => identifier);
}

export function optOutsIn(form: URLSearchParams, choices: readonly ChannelChoice[]): string[] | undefined {
  if (form.get(shownField) === null) return undefined;
  return choices.map(({ identifier }) => identifier).filter((type) => form.get(fieldName(type)) === null);
}

export function optOutFields(
  { optOuts, choices }: { optOuts: readonly string[]; choices: readonly ChannelChoice[] },
  entered: URLSearchParams | undefined,
  texts: OwnDataTexts,
  language: Language,
): string {
  if (!choices.length) return '';
  const off = (entered && optOutsIn(entered, choices)) ?? optOuts;
  const fields = choices.map((choice) => {
    const { identifier } = choice;
    const checked = off.includes(identifier) ? '' : ' checked';
    const field = fieldName(identifier);
    return `<label class="tick"><input type="checkbox" name="${field}" value="1"${checked}> ${escapeHtml(readIn(choice, 'name', language))}</label>`;
  });
  return `<fieldset><legend>${texts.inform.title}</legend><p class="hint">${texts.inform.text}</p>
<input type="hidden" name="${shownField}" value="1">${fields.join('\n')}</fieldset>`;
}
