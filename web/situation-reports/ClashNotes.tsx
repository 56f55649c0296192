import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type FieldValue, fieldsOf } from '#shared/situation-report-data.ts';
import type { SituationReportTemplate } from '#shared/situation-report-template.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { useFieldName } from './FieldLabel.tsx';
import { useValueText } from './FieldText.tsx';
import classes from './situation-reports.module.css';

type Props = {
  clashes: { key: string; theirs: FieldValue }[];
  template: SituationReportTemplate;
  onSettle: (key: string, mine: boolean) => void;
};

/** Shows fields that another user also changed, and lets the user resolve each. */
export function ClashNotes({ clashes, template, onSettle }: Props) {
  const { t } = useTranslation('situationReports');
  const nameOf = useFieldName();
  const textOf = useValueText();
  if (clashes.length === 0) return null;
  return (
    <Alert color="yellow" icon={<Icon name="info" />} title={t('clash.title')} role="alert">
      <Stack gap="md">
        {t('clash.text')}
        {clashes.map(({ key, theirs }) => {
          const field = fieldsOf(template).find((one) => one.key === key);
          if (!field) return null;
          return (
            <Stack key={key} gap={6}>
              <Text fw={600}>{t('clash.theirs', { field: nameOf(field) })}</Text>
              <p className={classes['text']}>{textOf(field, theirs)}</p>
              <Group gap="sm">
                <Button variant="default" onClick={() => onSettle(key, true)}>
                  {t('clash.mine')}
                </Button>
                <Button variant="default" onClick={() => onSettle(key, false)}>
                  {t('clash.take')}
                </Button>
              </Group>
            </Stack>
          );
        })}
      </Stack>
    </Alert>
  );
}
