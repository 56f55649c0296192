import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultLanguage, knownLanguage, languageNames, languageOf } from '#shared/languages.ts';
import type { Text as Written } from '#shared/said-lines.ts';
import type { ReportDetails } from '#web/reports/queries.ts';
import { Icon } from '#web/ui/Icon.tsx';

type Props = {
  report: ReportDetails;
  /** Puts another prepared text in place of this one; absent where it stays as it is. */
  onChoose: ((text: Written) => Promise<unknown>) | undefined;
};

/** Says in which language a text goes out to everybody, and offers those in which it is prepared as well. */
export function TextLanguage({ report: { language, prepared }, onChoose }: Props) {
  const { t, i18n } = useTranslation('reports');
  const [busy, setBusy] = useState('');
  const reader = languageOf(i18n.language);
  const code = knownLanguage(language);
  const nameOf = (one: string) => languageNames()[languageOf(one)][reader];
  const others = onChoose ? prepared.filter((one) => one.language !== language) : [];
  if (!code) return onChoose && reader !== defaultLanguage ? <Text c="gray.7">{t('draft.oneLanguage')}</Text> : null;
  const isChanged = prepared.length === 0;
  const choose = async (text: Written & { language: string }) => {
    setBusy(text.language);
    await onChoose?.(text);
    setBusy('');
  };
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <Text fw={650}>{t(isChanged ? 'draft.wasInLanguage' : 'draft.inLanguage', { language: nameOf(code) })}</Text>
        {others.map((one) => (
          <Button
            key={one.language}
            variant="default"
            leftSection={<Icon name="language" />}
            loading={busy === one.language}
            onClick={() => void choose(one)}
          >
            {t('draft.toLanguage', { language: nameOf(one.language) })}
          </Button>
        ))}
      </Group>
      {code !== reader && <Text c="gray.7">{t('draft.oneLanguage')}</Text>}
    </Stack>
  );
}
