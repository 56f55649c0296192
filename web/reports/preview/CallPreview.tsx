import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '#shared/languages.ts';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './preview.module.css';
import type { PreviewProps } from './queries.ts';

/** A call as heard. The browser can read it aloud. */
export function CallPreview({ preview: { parts, language } }: PreviewProps) {
  const { t } = useTranslation('drafts');
  return (
    <div className={classes['card']}>
      <ol className={classes['spoken']} aria-label={t('preview.call')}>
        {parts.map(({ text, times }) => (
          <li key={text}>
            <Icon name="call" size={18} />
            <span lang={language}>
              {text}
              {times > 1 && <small>{t('preview.times', { count: times })}</small>}
            </span>
          </li>
        ))}
      </ol>
      {'speechSynthesis' in window && <Listen texts={parts.map(({ text }) => text)} language={language} />}
    </div>
  );
}

function Listen({ texts, language }: { texts: string[]; language: string }) {
  const { t } = useTranslation('drafts');
  const [speaking, setSpeaking] = useState(false);
  useEffect(() => () => speechSynthesis.cancel(), []);
  const speak = () => {
    speechSynthesis.cancel();
    if (speaking) return setSpeaking(false);
    const last = texts.length - 1;
    for (const [at, text] of texts.entries()) {
      const words = new SpeechSynthesisUtterance(text);
      words.lang = localeOf(language);
      words.onerror = () => setSpeaking(false);
      if (at === last) words.onend = () => setSpeaking(false);
      speechSynthesis.speak(words);
    }
    setSpeaking(true);
  };
  return (
    <Button variant="subtle" px="xs" leftSection={<Icon name={speaking ? 'stop' : 'play'} size={18} />} onClick={speak}>
      {t(speaking ? 'preview.silence' : 'preview.listen')}
    </Button>
  );
}
