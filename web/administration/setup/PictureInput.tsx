import { Button, FileButton, Group, Input, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { apiMessage } from '#web/lib/i18n.ts';
import { UploadFileMutation } from '#web/lib/queries.ts';
import { fieldErrors } from '#web/ui/form.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { Frame } from './SettingInput.tsx';
import type { Picture } from './setting-value.ts';
import classes from './setup.module.css';

type Props = {
  frame: Frame;
  picture: Picture | null;
  /** What the picture stands on; it is shown on both, so that one for the wrong ground is noticed. */
  ground: 'light' | 'dark';
  onChange: (picture: Picture | null) => void;
};

const TYPES = 'image/png,image/jpeg,image/webp,image/svg+xml';

/** A picture to upload, looked at on light and dark ground, and taken away again. */
export function PictureInput({ frame, picture, ground, onChange }: Props) {
  const { t } = useTranslation('administration');
  const [{ fetching }, upload] = useMutation(UploadFileMutation);
  const [refusal, setRefusal] = useState<string>();
  const choose = async (file: File | null) => {
    if (!file) return;
    const { data, error } = await upload({ file });
    const key = Object.values(fieldErrors(error))[0] ?? error?.graphQLErrors[0]?.message ?? 'network_error';
    setRefusal(error ? apiMessage(key) : undefined);
    if (data) onChange(data.uploadFile);
  };
  const grounds = ground === 'light' ? (['light', 'dark'] as const) : (['dark', 'light'] as const);
  return (
    <Input.Wrapper {...frame} error={refusal ?? frame.error} labelElement="div" role="group" aria-label={frame.label}>
      <div className={classes['previews']}>
        {picture ? (
          grounds.map((one) => (
            <span key={one} className={classes['preview']} data-ground={one}>
              <img src={picture.contentUrl} alt={t(`setup.preview.${one}`, { name: frame.label })} />
            </span>
          ))
        ) : (
          <Text c="gray.6">{t('setup.noPicture')}</Text>
        )}
      </div>
      <Group gap="sm">
        <FileButton onChange={(file) => void choose(file)} accept={TYPES} inputProps={{ 'aria-label': frame.label }}>
          {(props) => (
            <Button {...props} variant="default" loading={fetching} leftSection={<Icon name="upload" />}>
              {t(picture ? 'setup.replacePicture' : 'setup.uploadPicture')}
            </Button>
          )}
        </FileButton>
        {picture && (
          <Button variant="subtle" color="red" onClick={() => onChange(null)}>
            {t('setup.removePicture')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
