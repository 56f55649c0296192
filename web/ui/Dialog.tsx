import { Modal, type ModalProps, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Props = { title: string; size?: NonNullable<ModalProps['size']>; onClose: () => void; children: ReactNode };

/** The frame of a dialog. */
export function Dialog({ title, size = 'lg', onClose, children }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      size={size}
      title={
        <Text fw={650} fz="lg" component="span">
          {title}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Modal>
  );
}
