import type { BrowserContext, Page } from '@playwright/test';
import type { PushService, Subscribed } from '#testing/fakes/push-service.ts';

/** Gives the browser a push service with its own keys, which Chromium lacks. Returns created subscriptions. */
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

/** Gives the browser another push address, and dispatches the event, which no test can cause. */
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

/** Records notifications, which headless Chromium refuses, and clicks them by the worker's handler. */
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
