import { useTranslation } from 'react-i18next';
import { Page } from '#web/ui/Page.tsx';
import { SettingsPanel } from './SettingsPanel.tsx';

/** The setup of the installation. */
export function SystemSetupPage() {
  const { t } = useTranslation('administration');
  return (
    <Page title={t('setup.title')} breadcrumb={[{ label: t('title'), to: '/administration' }]}>
      <SettingsPanel />
    </Page>
  );
}
