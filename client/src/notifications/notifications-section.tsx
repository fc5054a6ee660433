import { PUSH_KINDS, type PushKind } from '@cruddur/shared';
import { BellOff, BellRing } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { fromPromise } from 'xstate';
import { useCall } from '../base/http/page-services.ts';
import { readPushState, subscribeToPush, unsubscribeFromPush } from './browser-push.ts';
import { pushMachine } from './push.machine.ts';
import { Button } from '../base/ui/button.tsx';
import { ErrorBox } from '../base/ui/error-box.tsx';
import { Icon } from '../base/ui/icon.tsx';
import { useMachine } from '../base/machines/use-machine.ts';
import { FailedList, RowSkeleton, SettingsSection } from '../base/ui/setting-list.tsx';

const KINDS: Record<PushKind, { title: string; line: string }> = {
  messages: { title: 'Messages', line: 'When someone writes to you.' },
  replies: { title: 'Replies', line: 'When someone replies to your crud.' },
  mentions: { title: 'Mentions', line: 'When someone mentions you.' },
};

/** Notifications of this browser by Web Push; absent where the site sends none. */
export function NotificationsSection() {
  const [state, send] = usePush();
  const { error } = state.context;
  const isBusy = state.hasTag('busy');
  const retry = useCallback(() => send({ type: 'RETRY' }), [send]);
  if (state.hasTag('absent')) return null;
  return (
    <SettingsSection
      title="Notifications"
      lead="Get notified in this browser while Cruddur isn’t open. Notifications show no text and no names."
    >
      {state.hasTag('loading') && <RowSkeleton />}
      {state.hasTag('unknown') && <FailedList error={error} onRetry={retry} />}
      {state.hasTag('unsupported') && (
        <p className="none">
          {window.isSecureContext
            ? 'This browser can’t show notifications. On an iPhone or iPad, add Cruddur to the home screen and open it from there.'
            : 'Notifications need https: this page was opened without.'}
        </p>
      )}
      {state.hasTag('denied') && (
        <p className="none">
          Notifications are blocked for this site. Allow them in your browser’s settings, then reload this
          page.
        </p>
      )}
      {(state.hasTag('off') || state.hasTag('on')) && <ErrorBox errors={error === '' ? [] : [error]} />}
      {state.hasTag('off') && (
        <div>
          <Button variant="outline" busy={isBusy} onClick={() => send({ type: 'TURN_ON' })}>
            <Icon of={BellRing} size="small" />
            Turn on notifications
          </Button>
        </div>
      )}
      {state.hasTag('on') && <PushChoices state={state} send={send} />}
    </SettingsSection>
  );
}

type Push = ReturnType<typeof usePush>;

function PushChoices({ state, send }: { state: Push[0]; send: Push[1] }) {
  const isSaving = state.matches('saving');
  const { choice: saved, wanted } = state.context;
  const choice = isSaving ? (wanted ?? saved) : saved;
  return (
    <>
      {PUSH_KINDS.map((kind) => (
        <label className="switch" key={kind}>
          <input
            type="checkbox"
            role="switch"
            checked={choice[kind]}
            onChange={(event) =>
              send({ type: 'CHOOSE', choice: { ...choice, [kind]: event.currentTarget.checked } })
            }
          />
          <span>
            <b>{KINDS[kind].title}</b>
            <span className="line">{KINDS[kind].line}</span>
          </span>
        </label>
      ))}
      <div>
        <Button
          variant="outline"
          busy={state.matches('turningOff') || (isSaving && wanted === null)}
          onClick={() => send({ type: 'TURN_OFF' })}
        >
          <Icon of={BellOff} size="small" />
          Turn off notifications
        </Button>
      </div>
    </>
  );
}

/** Runs the machine with the browser and the account. */
function usePush() {
  const call = useCall();
  const machine = useMemo(
    () =>
      pushMachine.provide({
        actors: {
          check: fromPromise(() => readPushState(call)),
          ask: fromPromise(() => Notification.requestPermission()),
          save: fromPromise(({ input: { choice } }) => subscribeToPush(call, choice)),
          end: fromPromise(async () => {
            await unsubscribeFromPush(call);
            return null;
          }),
        },
      }),
    [call],
  );
  return useMachine(machine);
}
