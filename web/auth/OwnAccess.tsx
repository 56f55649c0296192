import { Stack } from '@mantine/core';
import { PasskeysPanel } from '#web/auth/passkeys/PasskeysPanel.tsx';
import { SessionsPanel } from '#web/auth/sessions/SessionsPanel.tsx';
import { IdentitiesPanel } from '#web/auth/single-sign-on/IdentitiesPanel.tsx';
import { OwnAccessQuery } from '#web/auth/totp/queries.ts';
import { TotpPanel } from '#web/auth/totp/TotpPanel.tsx';
import { useData } from '#web/lib/data.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { QueryView } from '#web/ui/states.tsx';

/** The user's access: second factor, passkeys and sessions. */
export function OwnAccess() {
  const state = useData(OwnAccessQuery, {});
  return (
    <QueryView state={state}>{({ currentUser }) => <Panels user={currentUser} refetch={state.refetch} />}</QueryView>
  );
}

type Props = { user: ResultOf<typeof OwnAccessQuery>['currentUser']; refetch: () => void };

function Panels({ user, refetch }: Props) {
  const { totpEnabled, totpDemanded, recoveryCodesLeft, passkeys, sessions, trustedDevices, identities } = user;
  const factors = { app: totpEnabled, passkey: passkeys.length > 0 };
  return (
    <Stack gap="lg">
      <TotpPanel factors={factors} isDemanded={totpDemanded} codesLeft={recoveryCodesLeft} refetch={refetch} />
      <PasskeysPanel passkeys={passkeys} factors={factors} isDemanded={totpDemanded} refetch={refetch} />
      <IdentitiesPanel identities={identities} refetch={refetch} />
      <SessionsPanel sessions={sessions} devices={trustedDevices} refetch={refetch} />
    </Stack>
  );
}
