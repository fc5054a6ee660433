import type { Activity } from '@cruddur/shared';
import { useQueryClient } from '@tanstack/react-query';
import {
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from 'react';
import { useNavigate } from 'react-router-dom';
import { useCall } from '../api/api-react.tsx';
import { useSignedInUser } from '../auth/use-signed-in-user.ts';
import { SuggestionsContext } from '../crud/suggest.ts';
import { LazyComponent } from '../lazy/lazy-component.tsx';
import { lazyValue, type LazyValue } from '../lazy/lazy-value.ts';
import { PendingPopup } from '../lazy/pending-popup.tsx';
import type { Logger } from '../logger.ts';
import { paths } from '../paths.ts';
import { Toasts, useToasts } from '../ui/toasts.tsx';
import type { BurnDialog } from './burn-dialog.tsx';
import { ComposeContext, type ComposeContextValue, type RefusedItem } from './compose-context.tsx';
import type { Mark } from './mark-toggle.ts';
import type { ReplyPopup } from './reply-popup.tsx';
import { copyText, crudUrl, shareLink } from './share-link.ts';
import { useSuggest } from './use-suggest.ts';
import { forgetIntent, readIntent, saveIntent, type VisitorIntent } from './visitor-intent.ts';

export const composePopup = lazyValue(29, async () => (await import('./compose-popup.tsx')).ComposePopup);
export const replyPopup = lazyValue(30, async () => (await import('./reply-popup.tsx')).ReplyPopup);
const carryOut = lazyValue(31, async () => (await import('./mark-toggle.ts')).carryOutIntent);
export const burnDialog = lazyValue(32, async () => (await import('./burn-dialog.tsx')).BurnDialog);

type PopupTargetProps = ComponentProps<typeof ReplyPopup> & ComponentProps<typeof BurnDialog>;

interface PopupTarget extends Pick<PopupTargetProps, 'to' | 'onBurn'> {
  popup: LazyValue<ComponentType<PopupTargetProps>>;
}

/** The popup that was requested last. */
interface PopupRequest {
  /** Undefined for a new crud. */
  about?: PopupTarget | undefined;
  /** The refused item whose text is edited; undefined for a new text. */
  refused?: RefusedItem | undefined;
  /** Grows with each request. */
  openCount: number;
  /** Characters typed before the popup's chunk was loaded. */
  earlyInput: string;
}

/** Renders the popups and toasts of the page, and provides the actions on cruds. */
export function ComposeProvider({ logger, children }: { logger: Logger; children: ReactNode }) {
  const { toasts, showToast, updateToast, removeToast } = useToasts();
  const [popupRequest, setPopupRequest] = useState<PopupRequest | null>(null);
  const author = useSignedInUser();
  const userId = author?.cognito_user_uuid;
  const [lastUserId, setLastUserId] = useState(userId);
  if (lastUserId !== userId) {
    // Another account starts with closed popups.
    setLastUserId(userId);
    setPopupRequest(null);
  }
  const composeContext = useComposeActions({
    logger,
    showToast,
    updateToast,
    isSignedIn: author !== null,
    setPopupRequest,
  });
  useIntentAfterSignIn(userId, showToast);
  const suggest = useSuggest();
  const about = popupRequest?.about;
  const row = popupRequest?.refused?.row ?? 'new';
  const placeholder = (
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
            key={`${author.cognito_user_uuid} ${row}`}
            component={composePopup}
            componentProps={{ author, showToast, ...popupRequest }}
            fallback={placeholder}
          />
        )}
        {author && popupRequest && about && (
          <LazyComponent
            key={`${about.to.uuid} ${row}`}
            component={about.popup}
            componentProps={{ author, showToast, ...popupRequest, ...about }}
            fallback={placeholder}
          />
        )}
      </SuggestionsContext>
      <Toasts toasts={toasts} onDone={removeToast} />
    </ComposeContext>
  );
}

interface ActionsOptions extends Pick<ComposeContextValue, 'showToast' | 'updateToast' | 'logger'> {
  isSignedIn: boolean;
  setPopupRequest: (next: (before: PopupRequest | null) => PopupRequest) => void;
}

function useComposeActions(options: ActionsOptions): ComposeContextValue {
  const { logger, showToast, updateToast, isSignedIn, setPopupRequest } = options;
  const toggleMark = useMarkToggle(showToast);
  const openSignIn = useSignIn();
  return useMemo(() => {
    const ifSignedIn = (action: () => void, intent?: VisitorIntent) =>
      isSignedIn ? action() : openSignIn(intent);
    const openPopup = (about?: PopupTarget, refused?: RefusedItem, intent?: VisitorIntent) =>
      ifSignedIn(
        () =>
          setPopupRequest((before) => ({
            about,
            refused,
            openCount: (before?.openCount ?? 0) + 1,
            earlyInput: '',
          })),
        intent,
      );
    const createMarkHandler = (kind: Mark) => (activity: Activity) =>
      ifSignedIn(
        () => {
          logger.info(kind, { uuid: activity.uuid });
          void toggleMark(activity, kind);
        },
        { action: kind, uuid: activity.uuid },
      );
    return {
      logger,
      showToast,
      updateToast,
      confirmBurn: (to, onBurn) => openPopup({ to, popup: burnDialog, onBurn }),
      openComposer: () => openPopup(),
      editRefused: (item, to) => openPopup(to && { to, popup: replyPopup }, item),
      handlers: {
        like: createMarkHandler('like'),
        repost: createMarkHandler('repost'),
        reply: (to) => openPopup({ to, popup: replyPopup }, undefined, { action: 'reply', uuid: to.uuid }),
        share(activity) {
          logger.info('share', { uuid: activity.uuid });
          void shareLink(activity, showToast);
        },
        copyLink: (activity) => void copyText(crudUrl(activity), 'Link', showToast),
        copyText: ({ message }) => void copyText(message, 'Text', showToast),
      },
    };
  }, [logger, showToast, updateToast, isSignedIn, openSignIn, toggleMark, setPopupRequest]);
}

/** @returns leads a visitor to the sign-in, which says why and returns to this page; keeps its identity */
function useSignIn(): (intent: VisitorIntent | undefined) => void {
  const navigate = useNavigate();
  return useCallback(
    (intent) => {
      if (intent) saveIntent(intent);
      const { pathname, search } = window.location;
      void navigate(paths.signIn, { state: { back: pathname + search } });
    },
    [navigate],
  );
}

/** Carries out what a visitor wanted, once they have signed in. */
function useIntentAfterSignIn(userId: string | undefined, showToast: ComposeContextValue['showToast']): void {
  const call = useCall();
  const client = useQueryClient();
  useEffect(() => {
    const stored = userId === undefined ? null : readIntent();
    if (stored === null) return;
    forgetIntent();
    void carryOut.loadUntilLoaded().then((run) => run({ call, client, showToast }, stored));
  }, [userId, call, client, showToast]);
}

/** Likes and reposts. Their code is in the chunk of members: a visitor has no marks. */
function useMarkToggle(showToast: ComposeContextValue['showToast']) {
  const call = useCall();
  const client = useQueryClient();
  return useMemo(() => {
    const lazyToggle = lazyValue(33, async () =>
      (await import('./mark-toggle.ts')).createMarkToggle({ call, client, showToast }),
    );
    return async (activity: Activity, mark: Mark) => (await lazyToggle.loadUntilLoaded())(activity, mark);
  }, [call, client, showToast]);
}
