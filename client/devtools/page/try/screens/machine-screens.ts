import type { ComponentType } from 'react';
import { lazyValue, type LazyValue } from '../../../../src/base/lazy/lazy-component.tsx';
import type { ScreenProps } from './use-screen.ts';

/** The screens that a sandbox can drive, by the ids of their machines. */
export const machineScreens: Readonly<Record<string, LazyValue<ComponentType<ScreenProps>>>> = {
  'sign-in': lazyValue(38, async () => (await import('./sign-in-screen.tsx')).SignInScreen),
  confirm: lazyValue(39, async () => (await import('./confirm-screen.tsx')).ConfirmScreen),
  recovery: lazyValue(40, async () => (await import('./recovery-screen.tsx')).RecoveryScreen),
  compose: lazyValue(41, async () => (await import('./compose-screen.tsx')).ComposeScreen),
};

export const hasScreen = (machine: string) => machine in machineScreens;
