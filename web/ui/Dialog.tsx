import { Modal, type ModalProps, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  title: string;
  size?: NonNullable<ModalProps['size']>;
  /** The dialog takes no input: a click outside closes it. */
  isLight?: boolean;
  /** Closing can't cancel the running request. */
  busy?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog; a click outside doesn't close it unless `isLight`. */
export function Dialog({ title, size = 'lg', isLight = false, busy = false, onClose, children }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      size={size}
      styles={{ body: { paddingBlockStart: 4 } }}
      closeOnClickOutside={isLight && !busy}
      closeOnEscape={!busy}
      title={
        <Text fw={650} fz="lg" component="span">
          {title}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t('close'), disabled: busy }}
    >
      {children}
    </Modal>
  );
}
