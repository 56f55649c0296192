import type { Plugin } from 'vite';

// module of the router, its text, and what replaces it
const cuts: readonly (readonly [RegExp, string, string])[] = [
  // links never prefetch: pages come from our own files
  [/react-router[\\/].*[\\/]dom[\\/]lib\.js$/, 'shouldPrefetch && !isAbsolute ?', 'false ?'],
  // nothing measures routes or navigations
  [/react-router[\\/].*[\\/]router[\\/]router\.js$/, 'if (init.instrumentations) {', 'if (false) {'],
  [/react-router[\\/].*[\\/]router[\\/]router\.js$/, 'if (init.instrumentations) router =', 'if (false) router ='],
];

/** Leaves out parts of the router that only applications rendered on a server use. Refuses a router that reads differently. */
export const withoutServerRendering = (): Plugin => ({
  name: 'without-server-rendering',
  apply: 'build',
  transform(code, id) {
    const own = cuts.filter(([file]) => file.test(id));
    if (own.length === 0) return null;
    const missing = own.find(([, text]) => !code.includes(text));
    if (missing) throw new Error(`router.config.ts: ${id} lacks "${missing[1]}"`);
    return { code: own.reduce((before, [, text, other]) => before.replace(text, other), code), map: null };
  },
});
