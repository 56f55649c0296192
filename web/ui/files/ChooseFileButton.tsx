import { Button, type ButtonProps, FileButton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';

type Props = Omit<ButtonProps, 'children'> & {
  accept?: string;
  /** The field's name, for buttons whose text isn't enough. */
  fieldName?: string;
  children: ReactNode;
  onFile: (file: File) => void;
};

/** A button that opens the file dialog; the same file name can be chosen again after a correction. */
export function ChooseFileButton({ accept, fieldName, children, onFile, ...look }: Props) {
  const forget = useRef<() => void>(null);
  const choose = (file: File | null) => {
    if (!file) return;
    forget.current?.();
    onFile(file);
  };
  return (
    <FileButton
      resetRef={forget}
      onChange={choose}
      {...(accept ? { accept } : {})}
      {...(fieldName ? { inputProps: { 'aria-label': fieldName } } : {})}
    >
      {(opener) => (
        <Button {...look} {...opener}>
          {children}
        </Button>
      )}
    </FileButton>
  );
}
