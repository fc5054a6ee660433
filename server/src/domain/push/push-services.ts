/** The hosts of the addresses that Chromium, Firefox, Edge and Safari give; with a dot in front, every name below it. */
export const KNOWN_PUSH_SERVICES: readonly string[] = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  '.push.apple.com',
];

/** Whether an address is at one of the services, at the usual port unless the service is named with another one. */
export function isAtPushService(address: string, services: readonly string[]): boolean {
  const { protocol, host } = new URL(address);
  const isHere = (service: string) => (service.startsWith('.') ? host.endsWith(service) : host === service);
  return protocol === 'https:' && services.some(isHere);
}
