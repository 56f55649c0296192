import { Modal, type ModalProps, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  title: string;
  size?: NonNullable<ModalProps['size']>;
  /** It only shows or only asks: nothing is lost when a tap beside it closes it. */
  isLight?: boolean;
  /** Something is on its way that closing does not call back: it stays until that is answered. */
  busy?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** The frame of a dialog; what is typed or chosen in it is not thrown away by a tap beside it. */
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
