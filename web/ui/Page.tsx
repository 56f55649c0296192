import { Anchor, Box, Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSystem } from '#web/lib/system.tsx';
import { useMarked } from '#web/lib/tab/mark.ts';
import classes from './Page.module.css';

export type Crumb = { label: string; to: string };
type Props = {
  title: string;
  sign?: ReactNode;
  /** Truncates the title after one line. */
  isOneLine?: boolean;
  /** A short line under the title. */
  subtitle?: ReactNode;
  breadcrumb?: Crumb[];
  /** Buttons right of the title, below it on small screens. */
  actions?: ReactNode;
  /** `narrow` keeps lines of forms readable. */
  width?: 'narrow' | 'normal';
  children: ReactNode;
};

/** Sets the document's title with pending items and the installation's name. */
export function useDocumentTitle(title: string): void {
  const { systemName } = useSystem();
  const marked = useMarked();
  useEffect(() => {
    const mark = marked > 0 ? `(${marked}!) ` : '';
    document.title = mark + (title ? `${title} – ${systemName}` : systemName);
  }, [title, systemName, marked]);
}

export function Page(props: Props) {
  const { title, sign, isOneLine = false, subtitle, breadcrumb = [], actions, width = 'normal', children } = props;
  const { t } = useTranslation();
  useDocumentTitle(title);
  return (
    <Box className={classes['page']} data-width={width}>
      {breadcrumb.length > 0 && (
        <nav aria-label={t('breadcrumb')} className={classes['breadcrumb']}>
          <Breadcrumbs separatorMargin={8}>
            {breadcrumb.map(({ label, to }) => (
              <Anchor key={to} component={Link} to={to} className={classes['crumb']}>
                {label}
              </Anchor>
            ))}
          </Breadcrumbs>
        </nav>
      )}
      <Group justify="space-between" align="flex-start" gap="md" className={classes['top']}>
        <Stack gap={4} className={classes['heading']}>
          {sign ? (
            <div className={classes['signed']} data-one-line={isOneLine || undefined}>
              {sign}
              <Title order={1} title={isOneLine ? title : undefined}>
                {title}
              </Title>
            </div>
          ) : (
            <Title order={1}>{title}</Title>
          )}
          {subtitle && (
            <Text c="gray.6" component="div">
              {subtitle}
            </Text>
          )}
        </Stack>
        {actions && (
          <Group gap="sm" className={classes['actions']}>
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </Box>
  );
}
