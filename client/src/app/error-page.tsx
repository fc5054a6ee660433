import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { useTitle } from '../feed/use-title.ts';

/** What is shown when a screen cannot be: the router's own words, with the status and text or the message. */
export function ErrorPage() {
  const error = useRouteError();
  useTitle('Unexpected Application Error!');
  return (
    <main className="sheet blank" role="alert">
      <h2>Unexpected Application Error!</h2>
      <p>{wordsOf(error)}</p>
      <p>
        <button type="button" className="btn btn-line" onClick={() => window.location.reload()}>
          Try again
        </button>
      </p>
    </main>
  );
}

function wordsOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  return error instanceof Error ? error.message : 'An unknown error occurred';
}
