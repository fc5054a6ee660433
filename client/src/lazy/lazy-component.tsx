import { createElement, useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import type { LazyValue } from './lazy-value.ts';

interface Props<P> {
  component: LazyValue<ComponentType<P>>;
  componentProps: P;
  /** Stands in its place until it has come. */
  fallback?: ReactNode;
}

/** A component whose code comes when it is first shown; without it the rest of the page goes on. */
export function LazyComponent<P extends object>({
  component,
  componentProps: props,
  fallback = null,
}: Props<P>) {
  const Part = useSyncExternalStore(component.subscribe, component.getSnapshot, component.getSnapshot);
  useEffect(() => void component.loadUntilLoaded(), [component]);
  return Part ? createElement(Part, props) : fallback;
}
