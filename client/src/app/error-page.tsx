import { RotateCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { EmptyState } from '../ui/empty-state.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { useTitle } from './use-title.ts';

/** Replaces a screen that failed to load or render; texts as the router's default error page has them. */
export function ErrorPage() {
  const error = useRouteError();
  const main = useRef<HTMLElement>(null);
  useTitle('Unexpected Application Error!');
  useEffect(() => main.current?.focus(), []);
  return (
    <main className="standalone" id="main" tabIndex={-1} ref={main}>
      <EmptyState
        art={<Logo />}
        level={1}
        title="Unexpected Application Error!"
        description={toErrorText(error)}
      >
        <Button variant="outline" onClick={() => window.location.reload()}>
          <Icon of={RotateCw} size="small" />
          Try again
        </Button>
      </EmptyState>
    </main>
  );
}

function toErrorText(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  return error instanceof Error ? error.message : 'An unknown error occurred';
}
