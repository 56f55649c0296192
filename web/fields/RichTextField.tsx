import { type InputProps, textOf } from './input.ts';
import { RichTextEditor } from './rich-text/RichTextEditor.tsx';

/** A text that can be formatted and holds placeholders; load it lazily, for the editor is large. */
export function RichTextInput({ field, label, value, onChange, error }: InputProps) {
  return (
    <RichTextEditor
      label={label}
      value={textOf(value)}
      onChange={onChange}
      error={error}
      required={field.required === true}
    />
  );
}
