import { ActionIcon, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { plainText } from '#shared/rich-text.ts';
import { successToast } from '#web/lib/toasts.ts';
import { AuthorText } from '#web/messages/AuthorText.tsx';
import { ReportTypeName } from '#web/messages/signs/ReportTypeSign.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import classes from './event-types.module.css';
import { type Assignment, type ReportType, UnassignSnippetMutation } from './queries.ts';

type Props = {
  reportType: ReportType;
  assignments: Assignment[];
  onAdd: () => void;
  onChange: (assignment: Assignment) => void;
  onRemoved: () => void;
};

/** The initial texts of a new report of one type: the event type's own, otherwise those for all event types. */
export function ReportTypeTexts({ reportType, assignments, onAdd, onChange, onRemoved }: Props) {
  const { t } = useTranslation('administration');
  const own = assignments.filter(({ eventType }) => eventType);
  const shown = own.length > 0 ? own : assignments;
  return (
    <div className={classes['cell']}>
      <Group justify="space-between" gap="xs">
        <h4>
          <ReportTypeName reportType={reportType} />
        </h4>
        <Button
          variant="subtle"
          size="sm"
          leftSection={<Icon name="plus" />}
          aria-label={t('texts.addTo', { name: reportType.name })}
          onClick={onAdd}
        >
          {t('texts.add')}
        </Button>
      </Group>
      {shown.length === 0 ? (
        <p className={classes['none']}>{t('texts.none')}</p>
      ) : (
        <ul>
          {shown.map((assignment) => (
            <Line key={assignment.id} assignment={assignment} onChange={onChange} onRemoved={onRemoved} />
          ))}
        </ul>
      )}
    </div>
  );
}

type LineProps = Pick<Props, 'onChange' | 'onRemoved'> & { assignment: Assignment };

function Line({ assignment, onChange, onRemoved }: LineProps) {
  const { t } = useTranslation('administration');
  const confirm = useConfirm();
  const [, unassign] = useMutation(UnassignSnippetMutation);
  const { snippet, eventType } = assignment;
  const { name } = snippet;
  const remove = async () => {
    if (!(await confirm({ title: t('texts.remove', { name }), text: t('texts.removeText') }))) return;
    const { error } = await unassign({ id: assignment.id });
    if (error) return;
    successToast(t('texts.removed'));
    onRemoved();
  };
  return (
    <li>
      <div>
        <strong>{name}</strong> {!eventType && <StatusBadge tone="neutral">{t('texts.general')}</StatusBadge>}{' '}
        {!snippet.isActive && <StatusBadge tone="neutral">{t('texts.inactive')}</StatusBadge>}
        <div className={classes['excerpt']}>
          <AuthorText text={plainText(snippet.content)} />
        </div>
      </div>
      {eventType && (
        <Group gap={0} wrap="nowrap">
          <ActionIcon aria-label={t('texts.change', { name })} onClick={() => onChange(assignment)}>
            <Icon name="edit" />
          </ActionIcon>
          <ActionIcon color="red" aria-label={t('texts.removeLabel', { name })} onClick={() => void remove()}>
            <Icon name="trash" />
          </ActionIcon>
        </Group>
      )}
    </li>
  );
}
