import { Alert, Button, Stack, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type InputProps, textOf, useFrame } from '#web/fields/frame.ts';
import { useData } from '#web/lib/data.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './mail.module.css';
import { type PreviewedMail as Preview, PreviewSystemMailQuery } from './queries.ts';
import { SystemMailPreview } from './SystemMailPreview.tsx';
import { useMailPlaceholder } from './useMailPlaceholder.ts';
import { usePlaceholderInsert } from './usePlaceholderInsert.ts';

/** The content of a system mail, with its placeholders, errors and a preview. */
export function MailTextInput(props: InputProps) {
  const { value, onChange, onOther, values } = props;
  const content = useRef<HTMLTextAreaElement>(null);
  const preview = usePreview(props);
  const write = (name: 'subject' | 'content', text: string) =>
    name === 'content' ? onChange(text) : onOther?.('subject', text);
  const insert = usePlaceholderInsert(content, write);
  return (
    <Stack gap="md">
      <Textarea
        {...useFrame(props)}
        ref={content}
        autosize
        minRows={8}
        maxRows={24}
        value={textOf(value)}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {preview && (
        <>
          <Placeholders names={preview.placeholders} onChoose={insert} />
          <Faults preview={preview} />
          <BuiltIn
            preview={preview}
            subject={textOf(values?.['subject'])}
            content={textOf(value)}
            onRestore={({ subject, content: original }) => {
              write('subject', subject);
              write('content', original);
            }}
          />
          <SystemMailPreview preview={preview} />
        </>
      )}
    </Stack>
  );
}

/** Requests a preview from the server after a pause in typing; none for an unsaved mail. */
function usePreview({ row, value, values }: InputProps): Preview | undefined {
  const [text] = useDebouncedValue(
    { subject: textOf(values?.['subject'] ?? row?.['subject']), content: textOf(value) },
    400,
  );
  const mail = { identifier: textOf(row?.['identifier']), language: textOf(row?.['language']) };
  const { data } = useData(PreviewSystemMailQuery, { ...mail, ...text }, { pause: !row, keepPrevious: true });
  return data?.previewSystemMail;
}

function Placeholders({ names, onChoose }: { names: string[]; onChoose: (name: string) => void }) {
  const { t } = useTranslation('fields');
  const label = useMailPlaceholder();
  return (
    <fieldset className={classes['placeholders']}>
      <Text component="legend" fz="sm" c="gray.6" mb={6}>
        {t('mail.placeholders')}
      </Text>
      <div className={classes['chips']}>
        {names.map((name) => (
          <Button key={name} size="compact-md" variant="default" title={`{{ ${name} }}`} onClick={() => onChoose(name)}>
            {label(name)}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

function Faults({ preview: { unknown, missing } }: { preview: Preview }) {
  const { t } = useTranslation('fields');
  const label = useMailPlaceholder();
  if (!unknown.length && !missing.length) return null;
  return (
    <Alert color="red" icon={<Icon name="crossCircle" />} role="status" title={t('mail.faulty')}>
      {missing.map((name) => (
        <p key={name} className={classes['fault']}>
          {t('mail.missing', { name: label(name) })}
        </p>
      ))}
      {unknown.map((name) => (
        <p key={name} className={classes['fault']}>
          {t('mail.unknown', { name })}
        </p>
      ))}
    </Alert>
  );
}

type BuiltInProps = {
  preview: Preview;
  subject: string;
  content: string;
  onRestore: (text: NonNullable<Preview['builtIn']>) => void;
};

function BuiltIn({ preview: { builtIn }, subject, content, onRestore }: BuiltInProps) {
  const { t } = useTranslation('fields');
  const confirm = useConfirm();
  if (!builtIn || (builtIn.subject === subject.trim() && builtIn.content === content.trim())) return null;
  const restore = async () => {
    if (await confirm({ title: t('mail.restore'), text: t('mail.restoreText') })) onRestore(builtIn);
  };
  return (
    <Button
      variant="subtle"
      className={classes['restore'] ?? ''}
      leftSection={<Icon name="restore" />}
      onClick={() => void restore()}
    >
      {t('mail.restore')}
    </Button>
  );
}
