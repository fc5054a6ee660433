import type { ScreenState } from './screen-state.ts';

/** The section about notifications in the settings, in a browser that blocks them, as the headless shell does. */
export const pushStates: readonly ScreenState[] = [
  {
    name: 'settings-push-denied',
    role: 'person',
    path: '/settings',
    locateResult: (page) =>
      page.getByRole('region', { name: 'Notifications' }).getByText('Notifications are blocked'),
  },
];
