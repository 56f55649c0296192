const named = (html: string): string => html.replace(/(<[a-z][^<>]*?\s)style="/gi, '$1data-style="');

type Props = {
  html: string;
  title: string;
  className?: string | undefined;
  height?: number;
  /** Permissions of links, for example allow-popups. */
  may?: string;
  /** Receives the mail's body after loading. */
  onShown?: (body: HTMLElement) => void;
};

/**
 * Shows a mail's HTML in a frame without scripts; a shared origin gives the page access. The page's content policy forbids inline
 * styles in the frame too, so each becomes a property after loading.
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
