import { Avatar, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { UploadFileMutation } from '#web/lib/queries.ts';
import { initials, type Viewer } from '#web/lib/viewer.tsx';
import { ChooseFileButton } from '#web/ui/files/ChooseFileButton.tsx';
import { Icon } from '#web/ui/Icon.tsx';

export type StoredPicture = { id: string; contentUrl: string };
type Props = { user: Viewer; picture: StoredPicture | null; onChange: (picture: StoredPicture | null) => void };

const TYPES = 'image/png,image/jpeg,image/webp';

/** Uploads or removes the user's picture; takes effect when the form is saved. */
export function AvatarField({ user, picture, onChange }: Props) {
  const { t } = useTranslation('auth');
  const [{ fetching }, upload] = useMutation(UploadFileMutation);
  const choose = async (file: File) => {
    const result = await upload({ file });
    if (result.data) onChange(result.data.uploadFile);
  };
  return (
    <Group gap="lg">
      <Avatar src={picture?.contentUrl ?? null} alt={t('profile.picture')} size={88}>
        {initials(user)}
      </Avatar>
      <Stack gap={6}>
        <Group gap="sm">
          <ChooseFileButton
            accept={TYPES}
            onFile={(file) => void choose(file)}
            variant="default"
            loading={fetching}
            leftSection={<Icon name="upload" />}
          >
            {t('profile.upload')}
          </ChooseFileButton>
          {picture && (
            <Button variant="subtle" color="red" onClick={() => onChange(null)}>
              {t('profile.removePicture')}
            </Button>
          )}
        </Group>
        <Text fz="sm" c="gray.6">
          {t('profile.pictureTypes')}
        </Text>
      </Stack>
    </Group>
  );
}
