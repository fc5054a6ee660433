import { useState, useSyncExternalStore, type MouseEvent, type ReactNode } from 'react';
import { ClockProvider } from '../../../../src/base/clock/clock-react.tsx';
import { DialogContainer } from '../../../../src/base/ui/dialog.tsx';
import type { Sandbox } from '../sandbox.ts';
import type { ShownState } from './use-screen.ts';
import { SuggestionsContext } from '../../../../src/cruds/compose-context.tsx';
import type { Runtime } from '../../../../src/base/runtime/runtime.ts';

const nothing = () => undefined;

/** A page whose time does not pass by itself: a sandbox advances it. */
const STOPPED_RUNTIME: Runtime = {
  now: () => 0,
  timers: { after: () => nothing, every: () => nothing },
  random: () => 0,
  newId: () => '',
  page: { isVisible: () => true, isOnline: () => true, on: nothing },
};

interface Props {
  screen: ShownState<unknown>;
  sandbox: Sandbox;
  /** The address of the page in the product. */
  path: string;
  /** The page that the product opens in this state; null for none. */
  nextPath?: string | null;
  children: ReactNode;
}

/**
 * The frame of a product's component that a sandbox drives: nothing in it leaves the page, sends a request or moves focus while
 * focus is elsewhere, and its time is that of the sandbox.
 */
export function ScreenFrame({ screen, sandbox, path, nextPath = null, children }: Props) {
  const { state, element, setElement } = screen;
  const time = useSyncExternalStore(sandbox.time.subscribe, sandbox.time.getSnapshot);
  const [now, setNow] = useState(() => sandbox.time.getSnapshot);
  if (now() !== time) setNow(() => () => time);
  const [pressed, setPressed] = useState<{ state: unknown; href: string } | null>(null);

  function holdLink(event: MouseEvent): void {
    const href = (event.target as Element).closest('a[href]')?.getAttribute('href');
    // A link to a field of the form only moves focus.
    if (href == null || href.startsWith('#')) return;
    event.preventDefault();
    setPressed({ state, href });
  }
  const pressedPath = pressed?.state === state ? pressed?.href : undefined;

  return (
    <section className="screen" aria-label="Screen">
      <p className="screen-path">{path}</p>
      <p className="screen-next" role="status">
        {nextPath !== null ? (
          <>
            The product opens <b>{nextPath}</b> now.
          </>
        ) : (
          pressedPath !== undefined && (
            <>
              This link opens <b>{pressedPath}</b> in the product.
            </>
          )
        )}
      </p>
      <div
        className="screen-page"
        ref={setElement}
        tabIndex={-1}
        onClickCapture={holdLink}
        onAuxClickCapture={holdLink}
      >
        <ClockProvider now={now} runtime={STOPPED_RUNTIME}>
          <SuggestionsContext value={null}>
            <DialogContainer value={element}>{element && children}</DialogContainer>
          </SuggestionsContext>
        </ClockProvider>
      </div>
    </section>
  );
}
