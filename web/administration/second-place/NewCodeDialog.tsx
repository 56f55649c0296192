import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { PaperSheet } from '#web/ui/print/PaperSheet.tsx';
import classes from './codeSheet.module.css';
import type { NewCode } from './queries.ts';

/** Shows a release code once, to be printed for the crisis folder. */
export function NewCodeDialog({ made, onClose }: { made: NewCode; onClose: () => void }) {
  const { t } = useTranslation('secondPlace');
  const { systemName, timeZone } = useSystem();
  const [isKept, setKept] = useState(false);
  const { code, releaseCode } = made;
  return (
    <Dialog title={t('sheet.dialog')} onClose={onClose}>
      <Stack gap="md">
        <Alert color="yellow" variant="light" icon={<Icon name="info" />} title={t('sheet.once')}>
          {t('sheet.lost')}
        </Alert>
        <PaperSheet>
          <Text fw={650}>{t('sheet.title', { system: systemName })}</Text>
          <Text fz="sm">
            {t('codes.number', { number: releaseCode._id })} · {formatDate(releaseCode.createdAt, timeZone)}
          </Text>
          <code className={classes['code']}>{code}</code>
          <ol className={classes['steps']}>
            <li>{t('sheet.step1')}</li>
            <li>{t('sheet.step2')}</li>
            <li>{t('sheet.step3')}</li>
          </ol>
          <Text fz="sm">{t('sheet.address')}</Text>
        </PaperSheet>
        <Group>
          <Button variant="default" leftSection={<Icon name="print" />} onClick={() => window.print()}>
            {t('sheet.print')}
          </Button>
        </Group>
        <Checkbox
          size="md"
          label={t('sheet.kept')}
          checked={isKept}
          onChange={({ currentTarget }) => setKept(currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button disabled={!isKept} onClick={onClose}>
            {t('sheet.done')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
