import { type RefObject, useEffect, useRef } from 'react';

type Field = HTMLTextAreaElement | HTMLInputElement;

/** Returns a text with its selection replaced. */
export const inserted = (text: string, { start, end }: { start: number; end: number }, addition: string): string =>
  text.slice(0, start) + addition + text.slice(end);

/**
 * Inserts placeholders at the last cursor position: in the content, or in the subject field next to it. `write` receives the
 * field's name and its new text.
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
    // after the new text is drawn
    setTimeout(() => {
      field.focus();
      field.setSelectionRange(start + addition.length, start + addition.length);
    });
  };
}
