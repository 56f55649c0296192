import { Button, type ButtonProps, FileButton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';

type Props = Omit<ButtonProps, 'children'> & {
  /** What the file dialog offers, as an accept attribute. */
  accept?: string;
  /** The name of the field for whom the words of the button alone do not say it. */
  fieldName?: string;
  children: ReactNode;
  onFile: (file: File) => void;
};

/** A button that opens the file dialog; a file that was corrected meanwhile can be chosen again under the same name. */
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
