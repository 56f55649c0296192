import { Button, Group, Paper, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useData } from '#web/lib/data.ts';
import { AuthorText } from '#web/messages/AuthorText.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { SnippetChoicesQuery } from './queries.ts';

type Props = { onChoose: (snippet: string, name: string) => Promise<boolean>; onClose: () => void };

/** Chooses an existing snippet, with a preview. */
export function ChooseSnippet({ onChoose, onClose }: Props) {
  const { t } = useTranslation(['administration', 'common']);
  const state = useData(SnippetChoicesQuery, {});
  const [id, setId] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  return (
    <QueryView state={state}>
      {({ snippets }) => {
        const offered = snippets.edges.map(({ node }) => node);
        const chosen = offered.find((snippet) => snippet.id === id);
        const take = async () => {
          if (!chosen) return;
          setBusy(true);
          if (!(await onChoose(chosen.id, chosen.name))) setBusy(false);
        };
        return (
          <Stack gap="md">
            <Select
              label={t('texts.snippet')}
              searchable
              nothingFoundMessage={t('texts.noSnippet')}
              data={offered.map((snippet) => ({ value: snippet.id, label: snippet.name }))}
              value={id}
              onChange={setId}
            />
            {chosen && (
              <Paper withBorder p="md">
                <AuthorText text={chosen.content} />
              </Paper>
            )}
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={onClose}>
                {t('common:cancel')}
              </Button>
              <Button disabled={!chosen} loading={busy} onClick={() => void take()}>
                {t('texts.add')}
              </Button>
            </Group>
          </Stack>
        );
      }}
    </QueryView>
  );
}
