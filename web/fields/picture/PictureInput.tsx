import { Button, Group, Input, type InputWrapperProps, Text } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { apiMessage } from '#web/lib/i18n.ts';
import { UploadFileMutation } from '#web/lib/queries.ts';
import { ChooseFileButton } from '#web/ui/files/ChooseFileButton.tsx';
import { fieldErrors } from '#web/ui/form.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { PictureSet } from './PictureSet.tsx';
import classes from './picture.module.css';

export type Picture = { id: string; contentUrl: string };

type Ground = 'light' | 'dark';
type Props = {
  frame: Pick<InputWrapperProps, 'label' | 'description' | 'error' | 'required'>;
  name: string;
  picture: Picture | null;
  /** The backgrounds of the preview; the intended one first. */
  grounds: readonly Ground[];
  hasSet?: boolean;
  onChange: (picture: Picture | null) => void;
};

const TYPES = 'image/png,image/jpeg,image/webp,image/svg+xml';

/** Chooses, previews and removes a picture. */
export function PictureInput({ frame, name, picture, grounds, hasSet = false, onChange }: Props) {
  const { t } = useTranslation('fields');
  const { choose, refusal, fetching } = useUpload(onChange);
  const drop = useDrop((file) => void choose(file));
  return (
    <Input.Wrapper {...frame} error={refusal ?? frame.error} labelElement="div" role="group" aria-label={name}>
      <div className={classes['drop']} {...drop}>
        <div className={classes['previews']}>
          {picture ? (
            grounds.map((ground) => (
              <span key={ground} className={classes['preview']} data-ground={ground}>
                <img src={picture.contentUrl} alt={t(`picture.on.${ground}`, { name })} />
              </span>
            ))
          ) : (
            <Text c="gray.6">{t('picture.none')}</Text>
          )}
        </div>
        <Group gap="sm">
          {hasSet && (
            <PictureSet name={name} ground={grounds[0]!} loading={fetching} onFile={(file) => void choose(file)} />
          )}
          <ChooseFileButton
            accept={TYPES}
            fieldName={name}
            onFile={(file) => void choose(file)}
            variant="default"
            loading={fetching}
            leftSection={<Icon name="upload" />}
          >
            {t(picture ? 'picture.replace' : 'picture.upload')}
          </ChooseFileButton>
          {picture && (
            <Button variant="subtle" color="red" onClick={() => onChange(null)}>
              {t('picture.remove')}
            </Button>
          )}
        </Group>
      </div>
    </Input.Wrapper>
  );
}

function useUpload(onChange: Props['onChange']) {
  const [{ fetching }, upload] = useMutation(UploadFileMutation);
  const [refusal, setRefusal] = useState<string>();
  const choose = async (file: File) => {
    const { data, error } = await upload({ file });
    const key = Object.values(fieldErrors(error))[0] ?? error?.graphQLErrors[0]?.message ?? 'network_error';
    setRefusal(error ? apiMessage(key) : undefined);
    if (data) onChange(data.uploadFile);
  };
  return { choose, refusal, fetching };
}

function useDrop(onFile: (file: File) => void) {
  const [over, setOver] = useState(false);
  return {
    'data-over': over,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer.files[0];
      if (file) onFile(file);
    },
  };
}
