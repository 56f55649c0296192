// The parts of the package that are used; it brings no types.
declare module 'web-push' {
  function generateVAPIDKeys(): { publicKey: string; privateKey: string };

  function generateRequestDetails(
    subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
    payload: string,
    options: {
      vapidDetails: { subject: string; publicKey: string; privateKey: string };
      TTL: number;
      urgency: 'normal' | 'high';
      topic: string;
      contentEncoding: 'aes128gcm';
    },
  ): { method: string; headers: Record<string, string | number>; body: Buffer; endpoint: string };

  const webPush: { generateVAPIDKeys: typeof generateVAPIDKeys; generateRequestDetails: typeof generateRequestDetails };
  export default webPush;
}
