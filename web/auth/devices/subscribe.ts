/** What the program needs to send to this browser. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Why notifications could not be switched on here. */
export type Hindrance = 'unable' | 'denied' | 'failed';

/**
 * Asks for permission and makes this browser a device that trusts the key. It is the same registration that keeps the
 * application at hand offline, and that the page behind a person's own link uses.
 */
export async function subscribe(publicKey: string): Promise<Subscription | Hindrance> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unable';
  try {
    if ((await Notification.requestPermission()) !== 'granted') return 'denied';
    await navigator.serviceWorker.register('./sw.js');
    const { pushManager } = await navigator.serviceWorker.ready;
    await (await pushManager.getSubscription())?.unsubscribe();
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
    const { endpoint, keys } = subscription.toJSON();
    return { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' };
  } catch {
    return 'failed';
  }
}
