import { createElement, useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { loadChunk } from './load-chunk.ts';
import { createSignal } from '../signal.ts';

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

/** A value of a lazy chunk. */
export interface LazyValue<T> {
  /** Loads it once. Rejects when the chunk fails to load; the next call tries again. */
  load: () => Promise<T>;
  /** Retries until it is loaded; never rejects. */
  loadUntilLoaded: () => Promise<T>;
  /** Null until it is loaded. */
  getSnapshot: () => T | null;
  subscribe: (listener: () => void) => () => void;
}

export const LOAD_RETRY_MS = 2000;

/** @param chunk names it in the error when it fails to load */
export function lazyValue<T>(chunk: number, fetchCode: () => Promise<T>): LazyValue<T> {
  const { set, subscribe, getSnapshot } = createSignal<T | null>(null);
  let loading: Promise<T> | null = null;

  async function startLoading(): Promise<T> {
    try {
      const loaded = await loadChunk(chunk, fetchCode);
      set(loaded);
      return loaded;
    } catch (failure) {
      loading = null;
      throw failure;
    }
  }

  const load = () => (loading ??= startLoading());
  return {
    load,
    async loadUntilLoaded() {
      for (;;) {
        try {
          return await load();
        } catch {
          await new Promise((resolve) => setTimeout(resolve, LOAD_RETRY_MS));
        }
      }
    },
    getSnapshot,
    subscribe,
  };
}
