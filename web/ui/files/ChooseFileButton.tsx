import { Button, type ButtonProps, FileButton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';

type Props = Omit<ButtonProps, 'children'> & {
  accept?: string;
  /** For buttons whose text isn't enough. */
  fieldName?: string;
  children: ReactNode;
  onFile: (file: File) => void;
};

/** Opens the file dialog; accepts the same file again. */
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
