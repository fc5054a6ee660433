import { RotateCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { BlankState } from '../components/blank-state.tsx';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Logo } from '../components/marks.tsx';
import { useTitle } from '../feed/use-title.ts';

/** What is shown when a screen cannot be: the router's own words, with the status and text or the message. */
export function ErrorPage() {
  const error = useRouteError();
  const main = useRef<HTMLElement>(null);
  useTitle('Unexpected Application Error!');
  useEffect(() => main.current?.focus(), []);
  return (
    <main className="alone" id="main" tabIndex={-1} ref={main}>
      <BlankState art={<Logo />} level={1} title="Unexpected Application Error!" line={wordsOf(error)}>
        <Button variant="line" onClick={() => window.location.reload()}>
          <Icon of={RotateCw} size="small" />
          Try again
        </Button>
      </BlankState>
    </main>
  );
}

function wordsOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  return error instanceof Error ? error.message : 'An unknown error occurred';
}
