// Light or dark, before anything is painted: as chosen in this browser (web/lib/session.ts says where it is kept), else as
// the system is. Paper is light.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const bar = document.querySelector('meta[name="theme-color"]');
  const show = ({ type } = {}) => {
    const chosen = localStorage.getItem('colourScheme');
    const isDark = type !== 'beforeprint' && (chosen === 'dark' || (chosen !== 'light' && system.matches));
    document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
    bar.content = isDark ? '#101418' : '#ffffff';
  };
  show();
  system.addEventListener('change', show);
  for (const moment of ['storage', 'beforeprint', 'afterprint']) addEventListener(moment, show);
})();
