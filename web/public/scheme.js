// Sets light or dark before the first paint: as chosen in this browser (stored by web/ui/theme/chosen-scheme.ts),
// otherwise like the system. Paper is light.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const bar = document.querySelector('meta[name="theme-color"]');
  const show = ({ type } = {}) => {
    const chosen = /(?:^|; )colourScheme=(\w+)/.exec(document.cookie)?.[1];
    const isDark = type !== 'beforeprint' && (chosen === 'dark' || (chosen !== 'light' && system.matches));
    document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
    bar.content = isDark ? '#101418' : '#ffffff';
  };
  show();
  system.addEventListener('change', show);
  new BroadcastChannel('colourScheme').addEventListener('message', show);
  for (const moment of ['beforeprint', 'afterprint']) addEventListener(moment, show);
})();
