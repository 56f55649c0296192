import type { Viewer } from '#server/platform/context.ts';

// What may decide the answer for everybody alike. Whatever else of a viewer is read makes the answer the viewer's own.
const common = new Set<string | symbol>(['features', 'roles', 'language', 'mustSetUpTotp', 'apiKey']);

/** What viewers have in common who see the same, as long as nothing looks at who they are. */
export function classOf(viewer: Viewer | null): string {
  if (!viewer) return 'nobody';
  if (viewer.apiKey) return ownClass(viewer);
  const { features, roles, language, mustSetUpTotp } = viewer;
  return JSON.stringify([[...features].sort(), [...roles].sort(), language, mustSetUpTotp]);
}

/** The class of a viewer alone. */
export const ownClass = (viewer: Viewer | null): string => (viewer ? `session ${viewer.sessionId}` : 'nobody');

/** The viewer, and whether anything was read that others of the class do not share: then the answer is nobody else's. */
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

/** Remembers which documents read who the viewer is. Forgetting one costs a computation, never a secret. */
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
