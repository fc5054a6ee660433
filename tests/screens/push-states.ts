import type { Page } from 'playwright-core';
import type { ScreenState } from './screen-state.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** The browser’s side of Web Push, which has no push service here. */
const withBrowser =
  ({ permission, isOn = false }: { permission: NotificationPermission; isOn?: boolean }) =>
  async (page: Page) => {
    await page.addInitScript(
      (given) => {
        Object.defineProperty(Notification, 'permission', { get: () => given.permission });
        const subscription = given.isOn
          ? { endpoint: 'https://push.example/x', unsubscribe: () => true }
          : null;
        const pushManager = { getSubscription: () => Promise.resolve(subscription) };
        const registration = { pushManager, getNotifications: () => Promise.resolve([]) };
        navigator.serviceWorker.getRegistration = () =>
          Promise.resolve(registration as unknown as ServiceWorkerRegistration);
      },
      { permission, isOn },
    );
    const choice = { messages: true, replies: true, mentions: false };
    await page.route('**/api/push', (route) =>
      route.fulfill({ json: { public_key: 'BA', choice: isOn ? choice : null } }),
    );
  };

/** The section about notifications in the settings. */
export const pushStates: readonly ScreenState[] = [
  {
    name: 'settings-push-off',
    role: 'person',
    path: '/settings',
    routeRequests: withBrowser({ permission: 'default' }),
    locateResult: (page) => section(page).getByRole('button', { name: 'Turn on notifications' }),
  },
  {
    name: 'settings-push-on',
    role: 'person',
    path: '/settings',
    routeRequests: withBrowser({ permission: 'granted', isOn: true }),
    locateResult: (page) => section(page).getByRole('switch', { name: /^Mentions/ }),
  },
  {
    name: 'settings-push-denied',
    role: 'person',
    path: '/settings',
    routeRequests: withBrowser({ permission: 'denied' }),
    locateResult: (page) => section(page).getByText('Notifications are blocked'),
  },
];
