import { createElement, useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import type { Late } from '../late.ts';

interface Props<P> {
  of: Late<ComponentType<P>>;
  with: P;
  /** Stands in its place until it has come. */
  meanwhile?: ReactNode;
}

/** A component whose code comes when it is first shown; without it the rest of the page goes on. */
export function LatePart<P extends object>({ of, with: props, meanwhile = null }: Props<P>) {
  const Part = useSyncExternalStore(of.subscribe, of.getSnapshot, of.getSnapshot);
  useEffect(() => void of.untilThere(), [of]);
  return Part ? createElement(Part, props) : meanwhile;
}
