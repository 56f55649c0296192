import { Input, Textarea } from '@mantine/core';
import { type ClipboardEvent, useEffect, useId, useRef } from 'react';
import { limits } from '#shared/limits.ts';
import { isHtml } from '#shared/rich-text.ts';
import classes from './ContentInput.module.css';
import { cleanHtml } from './clean-html.ts';

type Props = { label: string; value: string; onChange: (value: string) => void };

/** A field for a text: plain where it is plain; a text with markup keeps its look while it is edited. */
export function ContentInput({ label, value, onChange }: Props) {
  // decided once: typing "<b>" into a plain text must not change the field under the fingers
  const rich = useRef(isHtml(value)).current;
  if (rich) return <RichInput label={label} value={value} onChange={onChange} />;
  return (
    <Textarea
      label={label}
      autosize
      minRows={6}
      maxRows={24}
      maxLength={limits.contentMaximum}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function RichInput({ label, value, onChange }: Props) {
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const first = useRef(value);
  useEffect(() => {
    if (field.current) field.current.innerHTML = cleanHtml(first.current);
  }, []);
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    // the only way to paste into an editable element that undo understands
    document.execCommand('insertText', false, event.clipboardData.getData('text/plain'));
  };
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a textarea cannot show markup */}
      <div
        ref={field}
        className={classes['rich']}
        contentEditable
        suppressContentEditableWarning
        role="textbox"
        tabIndex={0}
        aria-multiline="true"
        aria-labelledby={id}
        onInput={({ currentTarget }) => onChange(cleanHtml(currentTarget.innerHTML))}
        onPaste={paste}
      />
    </Input.Wrapper>
  );
}
