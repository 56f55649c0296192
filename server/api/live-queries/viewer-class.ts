import type { Viewer } from '#server/platform/context.ts';

// Reading another property makes the response personal.
const common = new Set<string | symbol>(['features', 'roles', 'language', 'mustSetUpTotp', 'apiKey']);

/** Returns the class of viewers who see the same. */
export function classOf(viewer: Viewer | null): string {
  if (!viewer) return 'nobody';
  if (viewer.apiKey) return ownClass(viewer);
  const { features, roles, language, mustSetUpTotp } = viewer;
  return JSON.stringify([[...features].sort(), [...roles].sort(), language, mustSetUpTotp]);
}

export const ownClass = (viewer: Viewer | null): string => (viewer ? `session ${viewer.sessionId}` : 'nobody');

/** Returns the viewer with a check whether anything personal was read. */
export function observed(viewer: Viewer | null): { viewer: Viewer | null; isPersonal: () => boolean } {
  let isPersonal = false;
  const watched =
    viewer &&
    new Proxy(viewer, {
      get(target, key) {
        if (!common.has(key)) isPersonal = true;
        return Reflect.get(target, key);
      },
    });
  return { viewer: watched, isPersonal: () => isPersonal };
}

const most = 1000;

/** Remembers personal documents. Forgetting one only costs a computation. */
export function personalDocuments() {
  const known = new Set<string>();
  return {
    has: (document: string) => known.has(document),
    add(document: string) {
      if (known.size >= most) known.clear();
      known.add(document);
    },
  };
}
