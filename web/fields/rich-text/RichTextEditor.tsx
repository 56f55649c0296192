import { Input } from '@mantine/core';
import { Slice } from '@tiptap/pm/model';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { styleNonce } from '#web/ui/theme/style-nonce.ts';
import { usePlaceholderLabel } from '#web/ui/usePlaceholderLabel.ts';
import { contentOf, documentText, plainDocument } from './document.ts';
import { PlaceholderMarks } from './placeholder-marks.ts';
import classes from './RichTextEditor.module.css';
import { Toolbar } from './Toolbar.tsx';

/** What an editor of a text gets; the value is plain while nothing in it is formatted, else HTML. */
export type RichTextEditorProps = {
  label: string;
  description?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  required?: boolean;
};

/** A text that can be formatted, with the same elements that the server keeps; pasted text is reduced to them. */
export function RichTextEditor({ label, description, value, onChange, error, required = false }: RichTextEditorProps) {
  const id = useId();
  const sent = useRef(value);
  const editor = useTextEditor(value, {
    attributes: {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': `${id}-label`,
      'aria-required': String(required),
      'aria-invalid': String(Boolean(error)),
      ...(error ? { 'aria-errormessage': `${id}-error` } : {}),
    },
    onText: (text) => {
      sent.current = text;
      onChange(text);
    },
  });
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    editor.commands.setContent(contentOf(value), { emitUpdate: false });
  }, [value, editor]);
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label`, onClick: () => editor.commands.focus() }}
      description={description}
      required={required}
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <div className={classes['frame']} data-error={Boolean(error)}>
        <Toolbar editor={editor} label={label} />
        <EditorContent editor={editor} className={classes['content'] ?? ''} />
      </div>
    </Input.Wrapper>
  );
}

type Wiring = { attributes: Record<string, string>; onText: (text: string) => void };

function useTextEditor(value: string, { attributes, onText }: Wiring): Editor {
  const label = usePlaceholderLabel();
  return useEditor({
    extensions: [
      StarterKit.configure({
        code: false,
        codeBlock: false,
        heading: { levels: [1, 2, 3, 4] },
        trailingNode: false,
        link: {
          autolink: false,
          openOnClick: false,
          HTMLAttributes: { target: null, rel: null },
          isAllowedUri: (address) => /^(https?:|mailto:|tel:)/i.test(address),
        },
      }),
      PlaceholderMarks.configure({
        classes: { known: classes['placeholder'] ?? '', unknown: classes['unknown'] ?? '' },
        label,
      }),
    ],
    content: contentOf(value),
    injectNonce: styleNonce,
    // what looks like a list in a plain text stays plain
    enableInputRules: false,
    enablePasteRules: false,
    shouldRerenderOnTransaction: true,
    onUpdate: ({ editor }) => onText(documentText(editor.getJSON())),
    editorProps: {
      attributes,
      clipboardTextParser: (text, _context, _plain, { state }) =>
        new Slice(state.schema.nodeFromJSON(plainDocument(text)).content, 1, 1),
    },
  });
}
