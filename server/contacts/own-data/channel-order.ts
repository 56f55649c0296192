import { htmlInput } from '#server/api/http/html-field.ts';
import type { ChannelChoice } from '#server/contacts/people/channel-choices.ts';
import { readIn } from '#shared/administration/translated.ts';
import { labelFrom } from '#shared/label.ts';
import type { Language } from '#shared/languages.ts';
import { escapeHtml } from '#shared/rich-text.ts';
import type { OwnDataTexts } from './texts.ts';

const fieldName = (place: number) => `channel-${place}`;

/** Parses an order without repetitions; undefined without fields. */
export function orderIn(form: URLSearchParams, choices: readonly ChannelChoice[]): string[] | undefined {
  const chosen = choices.map((_, place) => form.get(fieldName(place + 1)));
  if (chosen.every((one) => one === null)) return undefined;
  const known = choices.map(({ identifier }) => identifier);
  return [...new Set(chosen.filter((one) => one !== null && known.includes(one)))] as string[];
}

export function orderFields(
  { order, choices }: { order: readonly string[]; choices: readonly ChannelChoice[] },
  { entered, language }: { entered?: URLSearchParams; language: Language },
  texts: OwnDataTexts,
): string {
  if (choices.length < 2) return '';
  const options = choices.map((choice) => ({
    value: choice.identifier,
    label: labelFrom((reader) => readIn(choice, 'name', reader)),
  }));
  const known = order.filter((type) => choices.some(({ identifier }) => identifier === type));
  const fields = choices.map((_, at) => {
    const name = fieldName(at + 1);
    const value = entered?.get(name) ?? known[at] ?? '';
    const shape = { kind: 'select', options } as const;
    const input = htmlInput(shape, { name, id: name, value, language, notStated: texts.order.usual, isWrong: false });
    return `<div class="field"><label for="${name}">${texts.order.place(at + 1)}</label>\n${input}</div>`;
  });
  const usually = texts.order.usually(escapeHtml(choices.map((choice) => readIn(choice, 'name', language)).join(', ')));
  return `<fieldset><legend>${texts.order.title}</legend><p class="hint">${texts.order.text} ${usually}</p>\n${fields.join('\n')}</fieldset>`;
}
