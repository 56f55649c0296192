import { Alert, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import { useToldHere } from './useToldHere.ts';

/** Reports a failed save in place; each failure appears again. */
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
