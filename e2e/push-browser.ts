import type { BrowserContext, Page } from '@playwright/test';
import type { PushService, Subscribed } from '#testing/peers/push-service.ts';

/**
 * Chromium without its maker's services has no push service of its own: this one takes its place, keys and all. Answers
 * the subscriptions that pages make, as they come.
 */
export async function lendPushService(context: BrowserContext, service: PushService): Promise<Subscribed[]> {
  const made: Subscribed[] = [];
  await context.exposeFunction('subscribeThere', (key: string) => made[made.push(service.subscribe(key)) - 1]);
  await context.addInitScript(() => {
    PushManager.prototype.subscribe = async (options) => {
      const there = (window as unknown as { subscribeThere(key: unknown): Promise<Record<string, string>> })
        .subscribeThere;
      const { endpoint, ...keys } = await there(options?.applicationServerKey);
      return { toJSON: () => ({ endpoint, keys }) } as unknown as PushSubscription;
    };
  });
  return made;
}

/**
 * Lets the push service give the browser another address: its worker knew the former one, has none any more, and gets the
 * new one when it asks. No test can make the browser say so, so its event is sent by hand.
 */
export async function moveSubscription(context: BrowserContext, former: Subscribed, now: Subscribed): Promise<void> {
  await context.serviceWorkers()[0]!.evaluate(
    async ([before, after]) => {
      const made = ({ endpoint, ...keys }: Subscribed) =>
        ({
          toJSON: () => ({ endpoint, keys }),
          options: { applicationServerKey: new Uint8Array([4, 1, 2]).buffer },
        }) as unknown as PushSubscription;
      const scope = globalThis as unknown as EventTarget & { keepReachable(): Promise<void> };
      PushManager.prototype.getSubscription = async () => made(before);
      await scope.keepReachable();
      PushManager.prototype.getSubscription = async () => null;
      PushManager.prototype.subscribe = async () => made(after);
      let followed: Promise<void> | undefined;
      const event = Object.assign(new Event('pushsubscriptionchange'), {
        waitUntil: (work: Promise<void>) => {
          followed = work;
        },
      });
      scope.dispatchEvent(event);
      await followed;
      PushManager.prototype.getSubscription = async () => made(after);
    },
    [former, now] as const,
  );
}

/** Hands a message to the page's service worker as the browser does when its push service brings one. */
export async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  await session.send('ServiceWorker.deliverPushMessage', { origin: new URL(page.url()).origin, registrationId, data });
}

interface Watched {
  watched: (NotificationOptions & { title: string })[];
  registration: ServiceWorkerRegistration;
  answer(data: unknown, code: string): Promise<void>;
}

/**
 * Headless Chromium permits no notifications, so what the worker would show is kept instead; and as no test can press a
 * button of the system, what the worker does then is called as its event does.
 */
export async function watchNotifications(context: BrowserContext) {
  const worker = context.serviceWorkers()[0]!;
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Watched;
    scope.watched = [];
    scope.registration.showNotification = async (title, options) => void scope.watched.push({ ...options, title });
  });
  return {
    shown: () => worker.evaluate(() => (globalThis as unknown as Watched).watched),
    press: (code: string) =>
      worker.evaluate(async (chosen) => {
        const scope = globalThis as unknown as Watched;
        await scope.answer(scope.watched[0]!.data, chosen);
      }, code),
  };
}
