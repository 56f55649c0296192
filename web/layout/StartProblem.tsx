import { Center, Stack, Title } from '@mantine/core';
import { useSystem } from '#web/lib/system.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';

/** Reports an unreachable server at the start, with retries. */
export function StartProblem({ onRetry }: { onRetry: () => void }) {
  const { systemName } = useSystem();
  return (
    <Center component="main" mih="100dvh" p="md">
      <ConnectionBanner />
      <Stack w="100%" maw={520}>
        <Stack gap="sm" align="center">
          <Logo size={48} />
          <Title order={1} size="h2">
            {systemName}
          </Title>
        </Stack>
        <ErrorState onRetry={onRetry} />
      </Stack>
    </Center>
  );
}
