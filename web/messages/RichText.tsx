import { Fragment, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { allowedTags, isHtml } from '#shared/rich-text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './RichText.module.css';

/** Renders a placeholder by name. */
export type RenderPlaceholder = (name: string, key: string) => ReactNode;
type Props = { text: string; placeholder?: RenderPlaceholder };

/** Renders an author's text, without scripts. */
export function RichText({ text, placeholder }: Props) {
  const content = useMemo(() => {
    if (!isHtml(text)) return withPlaceholders(text, '0', placeholder);
    const { body } = new DOMParser().parseFromString(text, 'text/html');
    return children(body, '0', placeholder);
  }, [text, placeholder]);
  return <div className={isHtml(text) ? classes['html'] : classes['plain']}>{content}</div>;
}

const VOID = new Set(['br', 'hr']);
const SAFE_LINK = /^(https?:|mailto:|tel:)/i;

function children(parent: Node, path: string, placeholder: RenderPlaceholder | undefined): ReactNode[] {
  return [...parent.childNodes].map((node, index) => element(node, `${path}.${index}`, placeholder));
}

function element(node: Node, key: string, placeholder: RenderPlaceholder | undefined): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return withPlaceholders(node.textContent ?? '', key, placeholder);
  if (!(node instanceof Element)) return null;
  const Tag = node.tagName.toLowerCase();
  if (Tag === 'script' || Tag === 'style') return null;
  if (!allowedTags.includes(Tag)) return <Fragment key={key}>{children(node, key, placeholder)}</Fragment>;
  if (VOID.has(Tag)) return Tag === 'br' ? <br key={key} /> : <hr key={key} />;
  const inside = children(node, key, placeholder);
  if (node.hasAttribute('data-snippet')) return <FixedText key={key}>{inside}</FixedText>;
  if (Tag === 'a') return link(node, key, inside);
  const Element_ = Tag as 'p';
  return <Element_ key={key}>{inside}</Element_>;
}

function FixedText({ children: words }: { children: ReactNode }) {
  const { t } = useTranslation('messages');
  return (
    <div className={classes['fixed']}>
      <div className={classes['lock']}>
        <Icon name="lock" size={16} /> {t('fixedText')}
      </div>
      {words}
    </div>
  );
}

function link(node: Element, key: string, inside: ReactNode): ReactNode {
  const href = node.getAttribute('href') ?? '';
  if (!SAFE_LINK.test(href)) return <Fragment key={key}>{inside}</Fragment>;
  return (
    <a key={key} href={href} target="_blank" rel="noopener noreferrer">
      {inside}
    </a>
  );
}

const PLACEHOLDER = /(\{{2,}[^{}]*\}{2,})/;

function withPlaceholders(text: string, key: string, placeholder: RenderPlaceholder | undefined): ReactNode {
  if (!placeholder) return text;
  return text.split(PLACEHOLDER).map((part, index) => {
    const at = `${key}-${index}`;
    return index % 2 === 1 ? placeholder(part, at) : <Fragment key={at}>{part}</Fragment>;
  });
}
