import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { languageCodes, languages } from '#shared/languages.ts';
import { setLanguage } from '#web/lib/i18n.ts';
import { successToast } from '#web/lib/toasts.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Page } from '#web/ui/Page.tsx';
import classes from './ChangeLanguagePage.module.css';
import { ChangeLanguageMutation } from './queries.ts';

/** Chooses the interface's language, stored for the user on every device. */
export function ChangeLanguagePage() {
  const { t, i18n } = useTranslation('auth');
  const { user, refetch } = useViewer();
  const [{ fetching }, change] = useMutation(ChangeLanguageMutation);
  const choose = async (language: string) => {
    const result = await change({ language });
    if (result.error) return;
    await setLanguage(language);
    refetch();
    successToast(i18n.t('auth:changeLanguage.done'));
  };
  return (
    <Page title={t('changeLanguage.title')} width="narrow">
      <Radio.Group
        aria-label={t('changeLanguage.title')}
        value={user.language}
        onChange={(language) => void choose(language)}
      >
        <Stack gap="sm">
          {languageCodes.map((language) => (
            <Radio
              key={language}
              value={language}
              label={languages[language].name}
              lang={language}
              size="md"
              disabled={fetching}
              classNames={{ root: classes['option'] ?? '', body: classes['body'] ?? '', label: classes['label'] ?? '' }}
            />
          ))}
        </Stack>
      </Radio.Group>
    </Page>
  );
}
