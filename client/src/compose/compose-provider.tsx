import type { Activity } from '@cruddur/shared';
import { useMemo, useState, type ComponentProps, type ComponentType, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { PendingPopup } from '../lazy/pending-popup.tsx';
import { SuggestionsContext } from '../crud/suggest.ts';
import { LazyComponent } from '../lazy/lazy-component.tsx';
import { Toasts } from '../ui/toasts.tsx';
import type { LazyValue } from '../lazy/lazy-value.ts';
import type { Logger } from '../logger.ts';
import { paths } from '../paths.ts';
import type { BurnDialog } from './burn-dialog.tsx';
import { copyText } from './copy-text.ts';
import { ComposeContext, type ComposeContextValue } from './compose-context.tsx';
import { burnDialog, composePopup, replyPopup } from './popups.ts';
import type { ReplyPopup } from './reply-popup.tsx';
import { crudUrl, shareLink } from './share-link.ts';
import { useMarkToggle } from './use-mark-toggle.ts';
import { useSignedInUser } from '../app/use-signed-in-user.ts';
import { useSuggest } from './use-suggest.ts';
import { useToasts } from '../app/use-toasts.ts';

type PopupTargetProps = ComponentProps<typeof ReplyPopup> & ComponentProps<typeof BurnDialog>;

interface PopupTarget extends Pick<PopupTargetProps, 'to' | 'onBurn'> {
  popup: LazyValue<ComponentType<PopupTargetProps>>;
}

/** The popup that was asked for last. */
interface PopupRequest {
  /** Nothing for a new crud. */
  about?: PopupTarget | undefined;
  /** Grows each time one is asked for. */
  openCount: number;
  /** What was typed before its code was there. */
  earlyInput: string;
}

/** Holds the popups and toasts of the page, and what can be done with a crud wherever it is shown. */
export function ComposeProvider({ logger, children }: { logger: Logger; children: ReactNode }) {
  const { news, say, done } = useToasts();
  const [popupRequest, setPopupRequest] = useState<PopupRequest | null>(null);
  const author = useSignedInUser();
  const person = author?.cognito_user_uuid;
  const [before, setBefore] = useState(person);
  if (before !== person) {
    // The next person to sign in starts with closed popups.
    setBefore(person);
    setPopupRequest(null);
  }
  const composeContext = useComposeActions({
    logger,
    showToast: say,
    isSignedIn: author !== null,
    setPopupRequest,
  });
  const suggest = useSuggest();
  const about = popupRequest?.about;
  const meanwhile = (
    <PendingPopup
      onType={(letter) =>
        setPopupRequest((before) => before && { ...before, earlyInput: before.earlyInput + letter })
      }
      onCancel={() => setPopupRequest(null)}
    />
  );
  return (
    <ComposeContext value={composeContext}>
      <SuggestionsContext value={suggest}>
        {children}
        {author && popupRequest && !about && (
          <LazyComponent
            key={person}
            component={composePopup}
            componentProps={{ author, showToast: say, ...popupRequest }}
            fallback={meanwhile}
          />
        )}
        {author && popupRequest && about && (
          <LazyComponent
            key={about.to.uuid}
            component={about.popup}
            componentProps={{ author, showToast: say, ...popupRequest, ...about }}
            fallback={meanwhile}
          />
        )}
      </SuggestionsContext>
      <Toasts toasts={news} onDone={done} />
    </ComposeContext>
  );
}

interface Parts extends Pick<ComposeContextValue, 'showToast' | 'logger'> {
  isSignedIn: boolean;
  setPopupRequest: (next: (before: PopupRequest | null) => PopupRequest) => void;
}

function useComposeActions({ logger, showToast, isSignedIn, setPopupRequest }: Parts): ComposeContextValue {
  const navigate = useNavigate();
  const mark = useMarkToggle(showToast);
  return useMemo(() => {
    /** A visitor who wants to take part is shown the way in. */
    const ifSignedIn = (act: () => void) => (isSignedIn ? act() : void navigate(paths.signIn));
    const openPopup = (about?: PopupTarget) =>
      ifSignedIn(() =>
        setPopupRequest((before) => ({ about, openCount: (before?.openCount ?? 0) + 1, earlyInput: '' })),
      );
    const createMarkHandler = (kind: 'like' | 'repost') => (activity: Activity) =>
      ifSignedIn(() => {
        logger.info(kind, { uuid: activity.uuid });
        void mark(activity, kind);
      });
    return {
      logger,
      showToast,
      confirmBurn: (to, onBurn) => openPopup({ to, popup: burnDialog, onBurn }),
      openComposer: () => openPopup(),
      handlers: {
        like: createMarkHandler('like'),
        repost: createMarkHandler('repost'),
        reply: (to) => openPopup({ to, popup: replyPopup }),
        share(activity) {
          logger.info('share', { uuid: activity.uuid });
          void shareLink(activity, showToast);
        },
        copyLink: (activity) => void copyText(crudUrl(activity), 'Link', showToast),
        copyText: ({ message }) => void copyText(message, 'Text', showToast),
      },
    };
  }, [logger, showToast, isSignedIn, navigate, mark, setPopupRequest]);
}
