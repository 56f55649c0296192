import { Button, Menu, Stack, TextInput } from '@mantine/core';
import { type KeyboardEvent, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { knownPlaceholders, personalPlaceholders } from '#shared/placeholders.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { usePlaceholderLabel } from '#web/ui/usePlaceholderLabel.ts';
import classes from './RichTextEditor.module.css';
import { WritingContext } from './writing.ts';

/**
 * Lists the placeholders in words, with their values if the text has a subject. A general text can also include a custom
 * question, which is asked at each use.
 */
export function PlaceholderMenu({ onChoose }: { onChoose: (name: string) => void }) {
  const { t } = useTranslation('fields');
  const label = usePlaceholderLabel();
  const [asking, setAsking] = useState(false);
  const writing = useContext(WritingContext);
  const here = (name: string) => {
    if (!writing || personalPlaceholders.has(name)) return null;
    return <span className={classes['here']}>{writing.values[name] || t('richText.nothingHere')}</span>;
  };
  const entries = (isPersonal: boolean) =>
    knownPlaceholders
      .filter((name) => personalPlaceholders.has(name) === isPersonal)
      .map((name) => (
        <Menu.Item key={name} onClick={() => onChoose(name)}>
          {label(name)}
          {here(name)}
        </Menu.Item>
      ));
  return (
    <>
      <Menu
        position="bottom-start"
        shadow="md"
        returnFocus={false}
        menuItemTabIndex={0}
        middlewares={{ flip: true, shift: true, size: { padding: 8, apply: fitHeight } }}
      >
        <Menu.Target>
          <Button variant="subtle" color="gray" size="sm" leftSection={<Icon name="braces" />}>
            {t('richText.placeholder')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes['menu'] ?? ''}>
          {!writing && (
            <Menu.Item leftSection={<Icon name="question" />} onClick={() => setAsking(true)}>
              {t('richText.ask')}
            </Menu.Item>
          )}
          <Menu.Label>{t('richText.general')}</Menu.Label>
          {entries(false)}
          <Menu.Label>{t('richText.personal')}</Menu.Label>
          {entries(true)}
        </Menu.Dropdown>
      </Menu>
      {asking && (
        <Dialog title={t('richText.placeholder')} size="md" onClose={() => setAsking(false)}>
          <Question
            onAsk={(question) => {
              setAsking(false);
              onChoose(`input:"${question}"`);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

/** Limits the menu to the available height of the window. */
function fitHeight({ availableHeight, elements }: { availableHeight: number; elements: { floating: HTMLElement } }) {
  elements.floating.style.maxHeight = `${Math.min(420, Math.max(120, availableHeight))}px`;
}

function Question({ onAsk }: { onAsk: (question: string) => void }) {
  const { t } = useTranslation('fields');
  const [question, setQuestion] = useState('');
  // braces and quotes end a placeholder
  const asked = question.replace(/[{}"„“”<>]/g, '').trim();
  const ask = () => asked && onAsk(asked);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    ask();
  };
  return (
    <Stack gap="sm">
      <TextInput
        label={t('richText.question')}
        description={t('richText.questionHint')}
        data-autofocus
        maxLength={100}
        value={question}
        onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button disabled={!asked} onClick={ask}>
        {t('richText.insert')}
      </Button>
    </Stack>
  );
}
