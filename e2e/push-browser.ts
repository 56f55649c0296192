import type { BrowserContext, Page } from '@playwright/test';
import type { PushService, Subscribed } from '#testing/fakes/push-service.ts';

/**
 * Gives the browser a push service with its own keys, because Chromium without Google's services has none. Returns the
 * subscriptions that pages create, as they arrive.
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
 * Makes the push service give the browser another address: its worker knew the old one, has none now, and gets the new one on
 * request. No test can make the browser fire this event, so this function dispatches it.
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

/** Delivers a message to the page's service worker, as the browser does for its push service. */
export async function deliverPush(page: Page, data: string): Promise<void> {
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
 * Records the notifications of the worker instead of showing them, because headless Chromium permits none. No test can press a
 * button of the operating system, so clicks call the worker's event handler.
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
