import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/ui/Dialog.tsx';
import { UnknownAnswers, type UnknownProps } from './UnknownAnswers.tsx';

/** Asks how to continue without known events. */
export function UnknownEvents({ onClose, ...props }: UnknownProps) {
  const { t } = useTranslation('reports');
  return (
    <Dialog title={t('start.unknownTitle')} isLight onClose={onClose}>
      <UnknownAnswers {...props} />
    </Dialog>
  );
}
