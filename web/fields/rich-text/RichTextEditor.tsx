import { Input } from '@mantine/core';
import { Slice } from '@tiptap/pm/model';
import { type Editor, EditorContent, Extension, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react';
import { styleNonce } from '#web/ui/theme/style-nonce.ts';
import { usePlaceholderLabel } from '#web/ui/usePlaceholderLabel.ts';
import { contentOf, documentText, plainDocument } from './document.ts';
import { insertText } from './insert-text.ts';
import { cleanPasted } from './pasted.ts';
import { PlaceholderMarks } from './placeholder-marks.ts';
import classes from './RichTextEditor.module.css';
import { ReadOnlyBlocks } from './read-only-block.tsx';
import { Toolbar } from './Toolbar.tsx';
import { WritingContext } from './writing.ts';

/** The props of a text editor; the value is plain text until formatted, then HTML. */
export type RichTextEditorProps = {
  label: string;
  description?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  required?: boolean;
};

/** A formatted text with the elements that the server accepts; pasted text is reduced to them. */
export function RichTextEditor({ label, description, value, onChange, error, required = false }: RichTextEditorProps) {
  const id = useId();
  const sent = useRef(value);
  const writing = useContext(WritingContext);
  const [picking, setPicking] = useState(false);
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
    onPick: () => setPicking(writing !== null),
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
        <Toolbar editor={editor} label={label} onPick={writing ? () => setPicking(true) : undefined} />
        <EditorContent editor={editor} className={classes['content'] ?? ''} />
      </div>
      {picking &&
        writing?.picker({
          onClose: () => setPicking(false),
          onChoose: (text) => {
            setPicking(false);
            insertText(editor, text);
          },
        })}
    </Input.Wrapper>
  );
}

type Wiring = { attributes: Record<string, string>; onText: (text: string) => void; onPick: () => void };

const PickingKey = Extension.create<{ onPick: () => void }>({
  name: 'pickingKey',
  addOptions: () => ({ onPick: () => {} }),
  addKeyboardShortcuts() {
    return {
      'Mod-.': () => {
        this.options.onPick();
        return true;
      },
    };
  },
});

function useTextEditor(value: string, { attributes, onText, onPick }: Wiring): Editor {
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
        classes: {
          known: classes['placeholder'] ?? '',
          unknown: classes['unknown'] ?? '',
          named: classes['named'] ?? '',
        },
        label,
      }),
      ReadOnlyBlocks,
      PickingKey.configure({ onPick }),
    ],
    content: contentOf(value),
    injectNonce: styleNonce,
    // plain text that resembles a list stays plain
    enableInputRules: false,
    enablePasteRules: false,
    shouldRerenderOnTransaction: true,
    onUpdate: ({ editor }) => onText(documentText(editor.getJSON())),
    editorProps: {
      attributes,
      transformPastedHTML: cleanPasted,
      clipboardTextParser: (text, _context, _plain, { state }) =>
        new Slice(state.schema.nodeFromJSON(plainDocument(text)).content, 1, 1),
    },
  });
}
