import { Alert, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import { useToldHere } from './useToldHere.ts';

/** Says where something stands that it could not be stored, in place of a toast; each failure shows it anew. */
export function NotSaved({ text, onRetry }: { text: string; onRetry?: () => void }) {
  const { t } = useTranslation();
  useToldHere(true);
  return (
    <Alert color="red" icon={<Icon name="crossCircle" />}>
      {text}
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </Alert>
  );
}
