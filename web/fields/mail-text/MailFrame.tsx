const named = (html: string): string => html.replace(/(<[a-z][^<>]*?\s)style="/gi, '$1data-style="');

type Props = {
  html: string;
  title: string;
  className?: string | undefined;
  height?: number;
  /** What links may do besides nothing, e.g. allow-popups. */
  may?: string;
  /** Is told the mail's body when it is there. */
  onShown?: (body: HTMLElement) => void;
};

/**
 * A mail's HTML in a frame that runs nothing; its own origin lets the page reach it. The content policy of the page holds in
 * the frame, too, and takes no style from a text: so each is set as a property once it is there.
 */
export function MailFrame({ html, title, className, height, may = '', onShown }: Props) {
  return (
    <iframe
      className={className}
      style={height === undefined ? undefined : { height }}
      title={title}
      sandbox={`allow-same-origin ${may}`.trim()}
      srcDoc={named(html)}
      onLoad={({ currentTarget: { contentDocument } }) => {
        if (!contentDocument) return;
        for (const one of contentDocument.querySelectorAll<HTMLElement>('[data-style]'))
          one.style.cssText = one.dataset['style'] ?? '';
        onShown?.(contentDocument.body);
      }}
    />
  );
}
