import type { Viewer } from '#server/platform/context.ts';

// The properties that viewers may share. Reading any other makes the response personal.
const common = new Set<string | symbol>(['features', 'roles', 'language', 'mustSetUpTotp', 'apiKey']);

/** Returns the class of viewers who see the same, as long as nothing reads their identity. */
export function classOf(viewer: Viewer | null): string {
  if (!viewer) return 'nobody';
  if (viewer.apiKey) return ownClass(viewer);
  const { features, roles, language, mustSetUpTotp } = viewer;
  return JSON.stringify([[...features].sort(), [...roles].sort(), language, mustSetUpTotp]);
}

/** Returns the class of a single viewer. */
export const ownClass = (viewer: Viewer | null): string => (viewer ? `session ${viewer.sessionId}` : 'nobody');

/** Returns the viewer with a check whether anything beyond the class was read: then the response is personal. */
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

/** Remembers which documents read the viewer's identity. Forgetting one costs a computation, never a secret. */
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
