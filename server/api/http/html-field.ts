import { optionsOf, type Shape, textInput } from '#shared/fields/kinds.ts';
import { textIn } from '#shared/label.ts';
import { escapeHtml } from '#shared/rich-text.ts';

/** A page's input besides its kind. */
export interface HtmlInput {
  name: string;
  id: string;
  value: string;
  language: string;
  /** The label of no choice. */
  notStated?: string;
  isWrong?: boolean;
  /** The id of its hint or error. */
  describedBy?: string | undefined;
}

export const htmlText = (text: string): string => escapeHtml(text).replaceAll('<br>', '\n');

/** Renders an input without script: a selection if possible, otherwise limited text. */
export function htmlInput(shape: Shape, { value, ...input }: HtmlInput): string {
  const { name, id, isWrong, describedBy } = input;
  const common = {
    name,
    id,
    'aria-invalid': isWrong ? 'true' : undefined,
    'aria-describedby': describedBy,
  };
  if (optionsOf(shape)) return `<select${attributes(common)}>${options(shape, value, input)}</select>`;
  const { type, inputMode, autoComplete, maxLength, lines } = textInput(shape) ?? { type: 'text' };
  if (lines)
    return `<textarea${attributes({ ...common, rows: lines, maxlength: maxLength })}>${htmlText(value)}</textarea>`;
  const own = { type, inputmode: inputMode, autocomplete: autoComplete, maxlength: maxLength, value: htmlText(value) };
  return `<input${attributes({ ...common, ...own })}>`;
}

function options(shape: Shape, value: string, { language, notStated }: Omit<HtmlInput, 'value'>): string {
  const offered = (optionsOf(shape) ?? []).map((option) => [option.value, textIn(option.label, language)] as const);
  const isKnown = !value || offered.some(([known]) => known === value);
  const all = [['', notStated ?? ''] as const, ...offered, ...(isKnown ? [] : [[value, value] as const])];
  return all
    .map(([one, words]) => {
      const selected = one === value ? ' selected' : '';
      return `<option value="${htmlText(one)}"${selected}>${htmlText(words)}</option>`;
    })
    .join('');
}

const attributes = (values: Record<string, string | number | undefined>): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${value}"`]))
    .join('');
