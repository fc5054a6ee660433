import { RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { EmptyState } from '../ui/empty-state.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import type { Logger } from '../logger.ts';
import { useTitle } from './use-title.ts';

/** Replaces a page that failed to load or render. */
export function ErrorPage(props: { logger: Logger }) {
  return (
    <main className="standalone" id="main" tabIndex={-1}>
      <ScreenError {...props} />
    </main>
  );
}

/**
 * Replaces a screen that failed to load or render. The specification asks for the router's title and the error's text; the advice
 * in plain words is ours.
 */
export function ScreenError({ logger }: { logger: Logger }) {
  const error = useRouteError();
  useTitle('Unexpected Application Error!');
  useEffect(() => document.getElementById('main')?.focus(), []);
  useEffect(() => {
    const { cause } = error instanceof Error ? error : {};
    logger.error(toErrorText(error), cause instanceof Error ? { cause: cause.message } : undefined);
  }, [logger, error]);
  return (
    <EmptyState
      art={<Logo />}
      level={1}
      title="Unexpected Application Error!"
      description="This page didn’t load. Reload it; if that doesn’t help, check your connection."
    >
      <Button variant="outline" onClick={() => window.location.reload()}>
        <Icon of={RotateCw} size="small" />
        Reload
      </Button>
      <p className="technical">{toErrorText(error)}</p>
    </EmptyState>
  );
}

function toErrorText(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  return error instanceof Error ? error.message : 'An unknown error occurred';
}
