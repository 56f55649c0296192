import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { limits } from '#shared/limits.ts';
import { useData } from '#web/lib/data.ts';
import { CopyTextButton } from '#web/ui/copy/CopyTextButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormFoot } from '#web/ui/FormFoot.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { type Deadline, SaveDraftMutation, SuggestionQuery } from './queries.ts';

type Props = { deadline: Deadline; onClose: () => void; onSaved: () => void };

/** Edits the draft of a report; without a stored one it begins with the suggestion from the log. */
export function ReportDraftDialog(props: Props) {
  const { t } = useTranslation('deadlines');
  const state = useData(SuggestionQuery, { id: props.deadline.id });
  return (
    <Dialog title={t('draft.title', { name: props.deadline.name })} size="xl" onClose={props.onClose}>
      <QueryView state={state}>
        {({ deadline }) => (deadline ? <Editor {...props} suggestion={deadline.suggestion} /> : null)}
      </QueryView>
    </Dialog>
  );
}

function Editor({ deadline, suggestion, onClose, onSaved }: Props & { suggestion: string }) {
  const { t } = useTranslation('deadlines');
  const [text, setText] = useState(deadline.draft ?? suggestion);
  // the version of the draft that is being edited, also if the page behind refreshes
  const [version] = useState(deadline.version);
  const [{ fetching }, save] = useMutation(SaveDraftMutation);
  const submit = async () => {
    const { error } = await save({ id: deadline.id, text, version });
    onSaved();
    if (!error) onClose();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="md">
        <Textarea
          label={t('draft.label')}
          description={t('draft.hint')}
          autosize
          minRows={10}
          maxRows={22}
          maxLength={limits.contentMaximum}
          data-autofocus
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Group gap="sm">
          <CopyTextButton value={text} label={t('draft.copy')} copied={t('draft.copied')} />
          {text !== suggestion && (
            <Button variant="subtle" size="compact-md" onClick={() => setText(suggestion)}>
              {t('draft.refill')}
            </Button>
          )}
        </Group>
        <FormFoot submit={t('save')} busy={fetching} disabled={text.trim() === ''} onCancel={onClose} />
      </Stack>
    </form>
  );
}
