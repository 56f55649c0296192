import { ActionIcon, Button, Group, Popover, Stack, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { safeLink } from '#shared/links.ts';
import { Icon } from '#web/ui/Icon.tsx';

/** Adds, changes or removes a link at the selection. */
export function LinkControl({ editor }: { editor: Editor }) {
  const { t } = useTranslation('fields');
  const [opened, setOpened] = useState(false);
  const [address, setAddress] = useState('');
  const [isWrong, setWrong] = useState(false);
  const isLink = editor.isActive('link');
  const open = () => {
    setAddress(String(editor.getAttributes('link')['href'] ?? ''));
    setWrong(false);
    setOpened(true);
  };
  const atLink = () => editor.chain().focus().extendMarkRange('link');
  const apply = () => {
    const href = addressOf(address);
    if (!href) return setWrong(true);
    setOpened(false);
    if (isLink || !editor.state.selection.empty) atLink().setLink({ href }).run();
    else insertLink(editor, href, address.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // don't submit the outer form
    event.preventDefault();
    apply();
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={300}
      trapFocus
      position="bottom-start"
      shadow="md"
      withinPortal={false}
    >
      <Popover.Target>
        <ActionIcon
          size={40}
          aria-label={t('richText.link')}
          title={t('richText.link')}
          aria-pressed={isLink}
          variant={isLink ? 'light' : 'subtle'}
          color={isLink ? 'blue' : 'gray'}
          onClick={open}
        >
          <Icon name="link" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <TextInput
            label={t('richText.linkTo')}
            description={t('richText.linkHint')}
            data-autofocus
            value={address}
            error={isWrong ? t('richText.linkWrong') : null}
            onChange={({ currentTarget }) => setAddress(currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <Group gap="sm" justify="flex-end">
            {isLink && (
              <Button
                variant="default"
                onClick={() => {
                  setOpened(false);
                  atLink().unsetLink().run();
                }}
              >
                {t('richText.unlink')}
              </Button>
            )}
            <Button onClick={apply}>{t('richText.linkApply')}</Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Returns the full address of short input ("example.org", "a@example.org", "0151 …"), or null. */
function addressOf(typed: string): string | null {
  const text = typed.trim();
  if (/^[^@\s:/]+@[^@\s]+$/.test(text)) return safeLink(`mailto:${text}`);
  if (/^\+?[\d\s().-]{4,}$/.test(text)) return safeLink(`tel:${text.replace(/\s/g, '')}`);
  if (/^[\w-]+(\.[\w-]+)+([/?#].*)?$/.test(text)) return safeLink(`https://${text}`);
  return /^(https?|mailto|tel):/i.test(text) ? safeLink(text) : null;
}

function insertLink(editor: Editor, href: string, text: string): void {
  const marks = [{ type: 'link', attrs: { href } }];
  editor.chain().focus().insertContent({ type: 'text', text, marks }).run();
}
