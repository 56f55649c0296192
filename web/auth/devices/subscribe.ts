/** The data to send to this browser. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** The reason why notifications couldn't be switched on. */
export type Hindrance = 'unable' | 'denied' | 'failed';

/**
 * Asks for permission and registers this browser for notifications with the key. Uses the same service worker as the offline
 * application and the page behind a person's own link.
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
