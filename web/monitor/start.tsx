import '#web/ui/theme/mantine.css';
import '#web/ui/global.css';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { visitorsLanguage } from '#shared/languages.ts';
import { monitorAddress } from '#shared/monitor.ts';
import { startI18n } from '#web/lib/i18n.ts';
import { colourVariables } from '#web/ui/theme/palettes.ts';
import { styleNonce } from '#web/ui/theme/style-nonce.ts';
import { theme } from '#web/ui/theme/theme.ts';
import { Monitor } from './Monitor.tsx';

/** Shows the monitor of the address, independent of any session. */
export async function showMonitor(root: HTMLElement): Promise<void> {
  const [, event, token = '', wanted] = monitorAddress.exec(location.hash) ?? [];
  await startI18n(visitorsLanguage(wanted, navigator.languages.join()));
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={colourVariables}
        forceColorScheme="dark"
        getStyleNonce={() => styleNonce}
      >
        <Monitor event={Number(event)} token={token} />
      </MantineProvider>
    </StrictMode>,
  );
}
