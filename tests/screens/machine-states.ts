import type { Page } from 'playwright-core';
import type { ScreenState } from './screen-state.ts';

const screenOf = (page: Page) => page.getByRole('region', { name: 'Screen' });

const tryMachine = (machine: string) => `/machines?machine=${machine}&view=try`;
const goTo = (state: string) => (page: Page) =>
  page.getByRole('button', { name: state, exact: true }).click();

/** The screens that the page of the machines shows next to their charts. */
export const machineStates: readonly ScreenState[] = [
  {
    name: 'machines-try-sign-in-failed',
    role: 'visitor',
    path: tryMachine('sign-in'),
    interact: goTo('form.failed.resting'),
    locateResult: (page) => screenOf(page).getByRole('alert'),
  },
  {
    name: 'machines-try-confirm-home',
    role: 'visitor',
    path: tryMachine('confirm'),
    interact: goTo('email.home'),
    locateResult: (page) => screenOf(page).getByRole('status').getByText('/', { exact: true }),
  },
  {
    name: 'machines-try-recovery-code',
    role: 'visitor',
    path: tryMachine('recovery'),
    interact: goTo('confirm_code.password.failed.ready'),
    locateResult: (page) => screenOf(page).getByRole('alert'),
  },
  {
    name: 'machines-try-compose-submitting',
    role: 'person',
    path: tryMachine('compose'),
    interact: goTo('open.submitting'),
    locateResult: (page) => screenOf(page).getByRole('dialog', { name: 'New crud' }),
  },
  {
    name: 'machines-try-conversation',
    role: 'visitor',
    path: tryMachine('conversation'),
    locateResult: (page) => page.getByRole('region', { name: 'Try it' }),
  },
];
