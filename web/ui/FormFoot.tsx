import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Props = {
  /** What the button that saves says. */
  submit: string;
  busy: boolean;
  /** It cannot be saved as it is. */
  disabled?: boolean;
  onCancel: () => void;
};

/** The end of a form in a dialog: back without saving, or save. */
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
