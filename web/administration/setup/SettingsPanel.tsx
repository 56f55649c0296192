import { Stack } from '@mantine/core';
import { settingSections } from '#shared/settings.ts';
import { DemoDataPanel } from '#web/administration/demo-data/DemoDataPanel.tsx';
import { useData } from '#web/lib/data.ts';
import { SystemSettingsQuery } from '#web/lib/queries.ts';
import { useSystemLive } from '#web/lib/system.tsx';
import { useViewer } from '#web/lib/viewer.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { SettingsSection } from './SettingsSection.tsx';

/** All settings by section. Other users' changes appear, except in a field with unsaved input. */
export function SettingsPanel() {
  const { can } = useViewer();
  const state = useData(SystemSettingsQuery, {});
  useSystemLive(state.refetch);
  return (
    <QueryView state={state}>
      {({ systemSettings }) => {
        const stored = new Map(systemSettings.edges.map(({ node }) => [node.valueKey, node]));
        return (
          <Stack gap="lg">
            {settingSections.map((section) => (
              <SettingsSection key={section} section={section} stored={stored} />
            ))}
            {can('manage_system_setup') && <DemoDataPanel />}
          </Stack>
        );
      }}
    </QueryView>
  );
}
