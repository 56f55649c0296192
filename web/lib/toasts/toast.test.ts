import assert from 'node:assert/strict';
import test from 'node:test';
import { onWaitingToasts, showToasts, toast, waitingToasts } from './toast.ts';

test('toasts wait for their code: updates change them, dismissed ones are never shown', () => {
  const seen: string[][] = [];
  const stop = onWaitingToasts(() => seen.push(waitingToasts().map(({ content }) => String(content))));
  toast.error('First', { toastId: 'error' });
  toast.error('Repeated', { toastId: 'error' });
  toast.warning('Idle', { toastId: 'idle', autoClose: false });
  toast.update('error', { render: 'Second', autoClose: 5000 });
  toast.update('unknown', { render: 'Nothing' });
  assert.equal(toast.isActive('idle'), true);
  toast.dismiss('idle');
  toast.dismiss('unknown');
  assert.equal(toast.isActive('idle'), false);
  toast.success('Done');
  assert.deepEqual(seen, [['First'], ['First', 'Idle'], ['Second', 'Idle'], ['Second'], ['Second', 'Done']]);
  stop();

  const calls: unknown[][] = [];
  const record =
    (kind: string) =>
    (...args: unknown[]) =>
      void calls.push([kind, ...args]);
  const kinds = ['success', 'info', 'warning', 'error', 'update', 'dismiss'];
  showToasts(
    Object.fromEntries(kinds.map((kind) => [kind, record(kind)])) as unknown as Parameters<typeof showToasts>[0],
  );
  assert.deepEqual(calls.splice(0), [
    ['error', 'Second', { toastId: 'error', autoClose: 5000 }],
    ['success', 'Done', { toastId: 'toast-1' }],
  ]);
  assert.deepEqual(waitingToasts(), []);
  toast.dismiss('error');
  toast.info('Later');
  assert.deepEqual(calls, [
    ['dismiss', 'error'],
    ['info', 'Later', { toastId: 'toast-2' }],
  ]);
});
