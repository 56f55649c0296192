import { type InputProps, textOf, useFrame } from './input.ts';
import { RichTextEditor } from './rich-text/RichTextEditor.tsx';

/** A text that can be formatted and holds placeholders; load it lazily, for the editor is large. */
export function RichTextInput(props: InputProps) {
  const { name: _, ...frame } = useFrame(props);
  return <RichTextEditor {...frame} value={textOf(props.value)} onChange={props.onChange} />;
}
