import { createElement, useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import type { LazyValue } from './lazy-value.ts';

interface Props<P> {
  component: LazyValue<ComponentType<P>>;
  componentProps: P;
  /** Rendered until the chunk is loaded. */
  fallback?: ReactNode;
}

/** Loads a component's chunk when it is first rendered; a failed load never reaches an error boundary. */
export function LazyComponent<P extends object>({
  component,
  componentProps: props,
  fallback = null,
}: Props<P>) {
  const Loaded = useSyncExternalStore(component.subscribe, component.getSnapshot, component.getSnapshot);
  useEffect(() => void component.loadUntilLoaded(), [component]);
  return Loaded ? createElement(Loaded, props) : fallback;
}
