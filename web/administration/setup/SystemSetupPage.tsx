import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiKeysPanel } from '#web/administration/api-keys/ApiKeysPanel.tsx';
import { SingleSignOnPanel } from '#web/administration/single-sign-on/SingleSignOnPanel.tsx';
import { WebhooksPanel } from '#web/administration/webhooks/WebhooksPanel.tsx';
import { useUrlState } from '#web/lib/url-state.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SettingsPanel } from './SettingsPanel.tsx';

const tabs = {
  settings: SettingsPanel,
  apiKeys: ApiKeysPanel,
  webhooks: WebhooksPanel,
  signIn: SingleSignOnPanel,
} as const;
const names = Object.keys(tabs) as (keyof typeof tabs)[];

/** The installation's setup: settings, API keys and webhooks. */
export function SystemSetupPage() {
  const { t } = useTranslation('administration');
  const { can, hasRole } = useViewer();
  const [tab, setTab] = useUrlState('tab', 'settings');
  const isShown = {
    settings: true,
    apiKeys: can('manage_system_setup'),
    webhooks: can('manage_system_setup'),
    signIn: hasRole('system_owner'),
  };
  const shown = names.filter((name) => isShown[name]);
  const open = shown.find((name) => name === tab) ?? 'settings';
  return (
    <Page title={t('setup.title')} breadcrumb={[{ label: t('title'), to: '/administration' }]}>
      <Tabs value={open} onChange={(value) => setTab(value ?? 'settings')} keepMounted={false}>
        <Tabs.List mb="lg">
          {shown.map((name) => (
            <Tabs.Tab key={name} value={name} mih={44}>
              {t(`setup.tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map((name) => {
          const Content = tabs[name];
          return (
            // unsaved input survives a change of tab
            <Tabs.Panel key={name} value={name} keepMounted={name === 'settings'}>
              <Content />
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </Page>
  );
}
