import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Setting, settingSections, settings } from '#shared/settings.ts';
import { useData } from '#web/lib/data.ts';
import { SystemSettingsQuery } from '#web/lib/queries.ts';
import { Page } from '#web/ui/Page.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { QueryView } from '#web/ui/states.tsx';
import classes from './administration.module.css';

const keysOf = (section: (typeof settingSections)[number]) =>
  Object.entries<Setting>(settings).flatMap(([key, one]) => (one.section === section ? [key] : []));

/** The settings of the installation, to read. */
export function SystemSetupPage() {
  const { t } = useTranslation(['administration', 'common']);
  const state = useData(SystemSettingsQuery, {});
  const words: Record<string, string> = {
    true: t('common:yes'),
    false: t('common:no'),
    de: t('option.language.de'),
    en: t('option.language.en'),
    production: t('setup.production'),
    test: t('setup.test'),
  };
  return (
    <Page title={t('setup.title')} breadcrumb={[{ label: t('title'), to: '/administration' }]}>
      <QueryView state={state}>
        {({ systemSettings }) => {
          const stored = new Map(systemSettings.edges.map(({ node }) => [node.valueKey, node]));
          return (
            <Stack gap="lg">
              {settingSections.map((section) => (
                <Panel key={section} title={t(`setup.section.${section}`)}>
                  <dl className={classes['settings']}>
                    {keysOf(section).map((key) => {
                      const { valueStr, valueBlob } = stored.get(key) ?? { valueStr: null, valueBlob: null };
                      return (
                        <div key={key}>
                          <dt>{t(`setup.key.${key}`)}</dt>
                          <dd data-unset={!valueStr && !valueBlob}>
                            {valueBlob ? (
                              <img src={valueBlob.contentUrl} alt="" height={48} />
                            ) : (
                              (words[valueStr ?? ''] ?? (valueStr || t('setup.unset')))
                            )}
                          </dd>
                        </div>
                      );
                    })}
                  </dl>
                </Panel>
              ))}
            </Stack>
          );
        }}
      </QueryView>
    </Page>
  );
}
