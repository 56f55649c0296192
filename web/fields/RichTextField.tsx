import { RichTextEditor } from '#web/fields/rich-text/RichTextEditor.tsx';
import { type InputProps, textOf, useFrame } from './input.ts';

/** A text that can be formatted and holds placeholders; load it lazily, for the editor is large. */
export function RichTextInput(props: InputProps) {
  const { name: _, ...frame } = useFrame(props);
  return <RichTextEditor {...frame} value={textOf(props.value)} onChange={props.onChange} />;
}
