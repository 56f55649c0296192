import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '#web/lib/download.ts';
import { formatDate } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { PaperSheet } from '#web/ui/print/PaperSheet.tsx';
import classes from './totp.module.css';

type Props = { codes: string[]; onDone: () => void };

/** Shows recovery codes once, to print or save; continues when the user confirms this. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const { t } = useTranslation('totp');
  const { user } = useViewer();
  const { systemName, timeZone } = useSystem();
  const [kept, setKept] = useState(false);
  const title = t('recovery.sheet', { system: systemName });
  const whose = t('recovery.of', { email: user.email, date: formatDate(Date.now(), timeZone) });
  const save = () => {
    const text = [title, whose, '', ...codes, '', t('recovery.once'), ''].join('\r\n');
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), t('recovery.file'));
  };
  return (
    <Stack gap="md">
      <Text>{t('recovery.text')}</Text>
      <PaperSheet>
        <p className={classes['onPaper']}>
          <strong>{title}</strong>
          <br />
          {whose}
        </p>
        <ul className={classes['codes']}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <p className={classes['onPaper']}>{t('recovery.once')}</p>
      </PaperSheet>
      <Group gap="sm">
        <Button variant="default" leftSection={<Icon name="print" />} onClick={() => window.print()}>
          {t('recovery.print')}
        </Button>
        <Button variant="default" leftSection={<Icon name="download" />} onClick={save}>
          {t('recovery.save')}
        </Button>
      </Group>
      <Checkbox
        size="md"
        label={t('recovery.kept')}
        checked={kept}
        onChange={({ currentTarget }) => setKept(currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button disabled={!kept} onClick={onDone}>
          {t('recovery.done')}
        </Button>
      </Group>
    </Stack>
  );
}
