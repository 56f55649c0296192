import { Stack } from '@mantine/core';
import { useData } from '#web/lib/data.ts';
import { QueryView } from '#web/ui/states.tsx';
import { SessionsPanel } from './sessions/SessionsPanel.tsx';
import { OwnAccessQuery } from './totp/queries.ts';
import { TotpPanel } from './totp/TotpPanel.tsx';

/** How the user gets in: the second factor, and where they are signed in. */
export function OwnAccess() {
  const state = useData(OwnAccessQuery, {});
  return (
    <QueryView state={state}>
      {({ currentUser: { totpEnabled, totpDemanded, recoveryCodesLeft, sessions } }) => (
        <Stack gap="lg">
          <TotpPanel
            isOn={totpEnabled}
            isDemanded={totpDemanded}
            codesLeft={recoveryCodesLeft}
            refetch={state.refetch}
          />
          <SessionsPanel sessions={sessions} refetch={state.refetch} />
        </Stack>
      )}
    </QueryView>
  );
}
