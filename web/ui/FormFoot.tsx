import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Props = {
  submit: string;
  busy: boolean;
  disabled?: boolean;
  onCancel: () => void;
};

export function FormFoot({ submit, busy, disabled = false, onCancel }: Props) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit" loading={busy} disabled={disabled}>
        {submit}
      </Button>
    </Group>
  );
}
