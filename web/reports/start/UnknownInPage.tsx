import { Alert } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import { UnknownAnswers, type UnknownProps } from './UnknownAnswers.tsx';

/** The same in the page, if the dialog can't be loaded. */
export function UnknownInPage({ onClose, ...props }: UnknownProps) {
  const { t } = useTranslation('reports');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []); // also scrolls there
  return (
    <Alert
      ref={place}
      data-at-hand
      mt="lg"
      color="yellow"
      icon={<Icon name="info" />}
      title={t('start.unknownTitle')}
      withCloseButton
      closeButtonLabel={t('common:close')}
      onClose={onClose}
    >
      <UnknownAnswers {...props} />
    </Alert>
  );
}
