import type { PushChoice, PushSettings } from '@cruddur/shared';
import type { Page } from 'playwright-core';
import type { ScreenState } from './screen-state.ts';

const CHOICE: PushChoice = { messages: true, replies: true, mentions: false };

/** The section about notifications in the settings. Its real answers depend on the browser: the headless shell blocks them. */
export const pushStates: readonly ScreenState[] = [
  {
    name: 'settings-push-denied',
    role: 'person',
    path: '/settings#notifications',
    locateResult: (page) => section(page).getByText('Notifications are blocked'),
  },
  {
    name: 'settings-push-off',
    role: 'person',
    path: '/settings#notifications',
    routeRequests: (page) => page.addInitScript(offerNotifications, { isSubscribed: false }),
    locateResult: (page) => section(page).getByRole('button', { name: 'Turn on' }),
  },
  {
    name: 'settings-push-on',
    role: 'person',
    path: '/settings#notifications',
    routeRequests: async (page) => {
      await page.addInitScript(offerNotifications, { isSubscribed: true });
      await page.route('**/api/push', async (route) => {
        const response = await route.fetch();
        const settings = (await response.json()) as PushSettings;
        await route.fulfill({ response, json: { ...settings, choice: CHOICE } });
      });
    },
    locateResult: (page) => section(page).getByRole('switch', { name: /^Messages/ }),
  },
];

const section = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/**
 * Runs in the page, where the compiler's helper for the names of arrow functions is missing. A browser that may notify, and its
 * subscription, which no browser gets without a push service.
 */
function offerNotifications({ isSubscribed }: { isSubscribed: boolean }): void {
  const endpoint = 'https://push.example/one';
  const pushManager = {
    getSubscription() {
      return Promise.resolve(isSubscribed ? { endpoint } : null);
    },
  };
  Object.defineProperty(Notification, 'permission', { value: isSubscribed ? 'granted' : 'default' });
  Object.defineProperty(navigator.serviceWorker, 'getRegistration', {
    value() {
      return Promise.resolve({ pushManager, getNotifications: Array });
    },
  });
  if (isSubscribed) localStorage.setItem('push', JSON.stringify({ endpoint, at: Date.now() }));
}
