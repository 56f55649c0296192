import { type RefObject, useEffect, useRef } from 'react';

type Field = HTMLTextAreaElement | HTMLInputElement;

/** A text with another one put in the place of what is chosen in it. */
export const inserted = (text: string, { start, end }: { start: number; end: number }, addition: string): string =>
  text.slice(0, start) + addition + text.slice(end);

/**
 * Puts placeholders where the cursor last was: in the content, or in the subject that stands beside it in the form.
 * `write` gets the name of the field and its new text.
 */
export function usePlaceholderInsert(
  content: RefObject<HTMLTextAreaElement | null>,
  write: (name: 'subject' | 'content', text: string) => void,
): (placeholder: string) => void {
  const last = useRef<Field>(null);
  useEffect(() => {
    const form = content.current?.form;
    const follow = ({ target }: FocusEvent) => {
      const isSubject = target instanceof HTMLInputElement && target.name === 'subject';
      if (isSubject || target === content.current) last.current = target as Field;
    };
    form?.addEventListener('focusin', follow);
    return () => form?.removeEventListener('focusin', follow);
  }, [content]);
  return (placeholder) => {
    const field = last.current?.isConnected ? last.current : content.current;
    if (!field) return;
    const addition = `{{ ${placeholder} }}`;
    const start = field.selectionStart ?? field.value.length;
    const end = field.selectionEnd ?? start;
    write(field === content.current ? 'content' : 'subject', inserted(field.value, { start, end }, addition));
    // once the new text is drawn
    setTimeout(() => {
      field.focus();
      field.setSelectionRange(start + addition.length, start + addition.length);
    });
  };
}
