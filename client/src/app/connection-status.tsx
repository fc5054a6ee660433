import { LazyComponent } from '../lazy/lazy-component.tsx';
import { lazyValue } from '../lazy/lazy-value.ts';
import { useOutageNotice } from '../realtime/realtime-react.tsx';

const NO_PROPS = {};
/** In the chunk that opens the connection, so that it is there when the connection is lost. */
const notice = lazyValue(23, async () => (await import('./connection-notice.tsx')).ConnectionNotice);

/** Shows in the header of the screen that the connection is lost, and for a moment that it is back. */
export function ConnectionStatus() {
  const isShown = useOutageNotice() !== 'none';
  return (
    <div className="connection-status" role="status">
      {isShown && <LazyComponent component={notice} componentProps={NO_PROPS} />}
    </div>
  );
}
