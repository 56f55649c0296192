import { Stack } from '@mantine/core';
import { SessionsPanel } from '#web/auth/sessions/SessionsPanel.tsx';
import { IdentitiesPanel } from '#web/auth/single-sign-on/IdentitiesPanel.tsx';
import { OwnAccessQuery } from '#web/auth/totp/queries.ts';
import { TotpPanel } from '#web/auth/totp/TotpPanel.tsx';
import { useData } from '#web/lib/data.ts';
import { QueryView } from '#web/ui/states.tsx';

/** The user's access: second factor and sessions. */
export function OwnAccess() {
  const state = useData(OwnAccessQuery, {});
  return (
    <QueryView state={state}>
      {({ currentUser: { totpEnabled, totpDemanded, recoveryCodesLeft, sessions, trustedDevices, identities } }) => (
        <Stack gap="lg">
          <TotpPanel
            isOn={totpEnabled}
            isDemanded={totpDemanded}
            codesLeft={recoveryCodesLeft}
            refetch={state.refetch}
          />
          <IdentitiesPanel identities={identities} refetch={state.refetch} />
          <SessionsPanel sessions={sessions} devices={trustedDevices} refetch={state.refetch} />
        </Stack>
      )}
    </QueryView>
  );
}
