import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AuthCard } from './AuthCard.tsx';

/** The end of a signed-out flow: the result, with a link to the sign-in page. */
export function FormDone({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('auth');
  return (
    <AuthCard title={title} text={text}>
      <Stack>
        <Button component={Link} to="/login">
          {t('toLogin')}
        </Button>
      </Stack>
    </AuthCard>
  );
}
