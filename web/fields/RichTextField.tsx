import { RichTextEditor } from '#web/fields/rich-text/RichTextEditor.tsx';
import { type InputProps, textOf, useFrame } from './frame.ts';

/** A formatted text with placeholders; load it lazily, because the editor is large. */
export function RichTextInput(props: InputProps) {
  const { name: _name, id: _id, ...frame } = useFrame(props);
  return <RichTextEditor {...frame} label={props.label} value={textOf(props.value)} onChange={props.onChange} />;
}
