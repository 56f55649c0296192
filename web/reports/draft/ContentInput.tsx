import { Textarea } from '@mantine/core';
import { lazy, Suspense, useRef } from 'react';
import { limits } from '#shared/limits.ts';
import { isHtml } from '#shared/rich-text.ts';
import { LoadingState } from '#web/ui/states.tsx';

type Props = { label: string; value: string; onChange: (value: string) => void };

const RichTextEditor = lazy(async () => ({
  default: (await import('#web/fields/rich-text/RichTextEditor.tsx')).RichTextEditor,
}));

/** A field for a text: plain where it is plain; a text with markup keeps its look while it is edited. */
export function ContentInput(props: Props) {
  // decided once: typing "<b>" into a plain text must not change the field under the fingers
  const isRich = useRef(isHtml(props.value)).current;
  if (isRich)
    return (
      <Suspense fallback={<LoadingState lines={3} />}>
        <RichTextEditor {...props} />
      </Suspense>
    );
  const { label, value, onChange } = props;
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
