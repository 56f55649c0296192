import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useData } from '#web/lib/data.ts';
import { downloadFile } from '#web/lib/download.ts';
import { fullName, useViewer } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { CouncilModeDialog } from './CouncilModeDialog.tsx';
import { CouncilModeQuery, type CouncilModeState } from './queries.ts';

const documents = [
  { path: 'processing_record', name: 'record' },
  { path: 'works_agreement', name: 'agreement' },
] as const;

/** Works-council mode, and the documents about the data of this installation. */
export function WorksCouncilPage() {
  const { t } = useTranslation(['worksCouncil', 'administration']);
  const { hasRole } = useViewer();
  const state = useData(CouncilModeQuery, {});
  const [isChanging, setChanging] = useState(false);
  return (
    <Page title={t('title')} breadcrumb={[{ label: t('administration:title'), to: '/administration' }]}>
      <QueryView state={state}>
        {({ worksCouncilMode: mode }) => (
          <Stack gap="lg">
            <ModePanel mode={mode} isOwner={hasRole('system_owner')} onChange={() => setChanging(true)} />
            <Panel title={t('documents.title')}>
              <Stack gap="md">
                <Text>{t('documents.intro')}</Text>
                {documents.map(({ path, name }) => (
                  <Group key={path}>
                    <Button
                      variant="default"
                      leftSection={<Icon name="report" />}
                      onClick={() => downloadFile(`/api/v2/${path}.md`, `${t(`documents.${name}File`)}.md`)}
                    >
                      {t(`documents.${name}`)}
                    </Button>
                  </Group>
                ))}
              </Stack>
            </Panel>
            {isChanging && (
              <CouncilModeDialog
                isOn={mode.isOn}
                onClose={() => setChanging(false)}
                onSaved={() => {
                  setChanging(false);
                  state.refetch();
                }}
              />
            )}
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

type ModeProps = { mode: CouncilModeState; isOwner: boolean; onChange: () => void };

function ModePanel({ mode, isOwner, onChange }: ModeProps) {
  const { t } = useTranslation('worksCouncil');
  return (
    <Panel title={t('mode.title')}>
      <Stack gap="md">
        <Alert
          color={mode.isOn ? 'green' : 'yellow'}
          variant="light"
          icon={<Icon name={mode.isOn ? 'lock' : 'info'} />}
          title={t(mode.isOn ? 'mode.on' : 'mode.off')}
        >
          {t(mode.isOn ? 'mode.onText' : 'mode.offText')}
        </Alert>
        {mode.since && (
          <Text>
            {t('mode.since')} <DateTime value={mode.since} />
            {mode.by && `, ${fullName(mode.by)}`}: {mode.reason}
          </Text>
        )}
        {isOwner ? (
          <Group>
            <Button variant="default" onClick={onChange}>
              {t(mode.isOn ? 'mode.switchOff' : 'mode.switchOn')}
            </Button>
          </Group>
        ) : (
          <Text c="gray.6">{t('mode.onlyOwner')}</Text>
        )}
      </Stack>
    </Panel>
  );
}
