import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '#web/ui/Page.tsx';

type Props = { title: string; text?: ReactNode; children: ReactNode };

/** The content of a signed-out card: title, purpose, form. */
export function AuthCard({ title, text, children }: Props) {
  useDocumentTitle(title);
  return (
    <Stack gap="lg">
      <Stack gap={6}>
        <Title order={1}>{title}</Title>
        {text && <Text c="gray.6">{text}</Text>}
      </Stack>
      {children}
    </Stack>
  );
}
