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
import { useCall, useLogger } from '../base/http/page-services.ts';
import { useSignedInUser } from '../base/session/session-react.tsx';
import { LazyComponent, lazyValue, type LazyValue } from '../base/lazy/lazy-component.tsx';
import { PendingPopup } from '../base/lazy/pending-popup.tsx';
import { paths } from '../base/paths.ts';
import { useToasts, type ShowToast } from '../base/ui/toasts.tsx';
import type { BurnDialog } from './burn-dialog.tsx';
import {
  ComposeContext,
  type ComposeContextValue,
  type RefusedItem,
  SuggestionsContext,
} from './compose-context.tsx';
import type { Mark } from './mark-toggle.ts';
import type { ReplyPopup } from './compose-popup.tsx';
import { copyText, crudUrl, shareLink } from './share-link.ts';
import { forgetIntent, readIntent, saveIntent, type VisitorIntent } from './visitor-intent.ts';
import { searchOnceQuery } from './activities.ts';
import type { FetchSuggestions } from '../people/suggestions.ts';

export const composePopup = lazyValue(29, async () => (await import('./compose-popup.tsx')).ComposePopup);
export const replyPopup = lazyValue(30, async () => (await import('./compose-popup.tsx')).ReplyPopup);
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

/** Renders the popups of the page, and provides the actions on cruds. */
export function ComposeProvider({ children }: { children: ReactNode }) {
  const { showToast } = useToasts();
  const [popupRequest, setPopupRequest] = useState<PopupRequest | null>(null);
  const author = useSignedInUser();
  const userId = author?.cognito_user_uuid;
  const [lastUserId, setLastUserId] = useState(userId);
  if (lastUserId !== userId) {
    // Another account starts with closed popups.
    setLastUserId(userId);
    setPopupRequest(null);
  }
  const composeContext = useComposeActions(author !== null, setPopupRequest);
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
    </ComposeContext>
  );
}

function useComposeActions(
  isSignedIn: boolean,
  setPopupRequest: (next: (before: PopupRequest | null) => PopupRequest) => void,
): ComposeContextValue {
  const logger = useLogger();
  const { showToast } = useToasts();
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
  }, [logger, showToast, isSignedIn, openSignIn, toggleMark, setPopupRequest]);
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
function useIntentAfterSignIn(userId: string | undefined, showToast: ShowToast): void {
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
function useMarkToggle(showToast: ShowToast) {
  const call = useCall();
  const client = useQueryClient();
  return useMemo(() => {
    const lazyToggle = lazyValue(33, async () =>
      (await import('./mark-toggle.ts')).createMarkToggle({ call, client, showToast }),
    );
    return async (activity: Activity, mark: Mark) => (await lazyToggle.loadUntilLoaded())(activity, mark);
  }, [call, client, showToast]);
}

/** As many as fit below a text on a phone. */
const MAX_SUGGESTIONS = 5;

/** Suggests people and hashtags with the site's search. */
function useSuggest(): FetchSuggestions {
  const call = useCall();
  const client = useQueryClient();
  return useCallback(
    async ({ sign, term }) => {
      const { people, hashtags } = await client.query(searchOnceQuery(call, sign + term));
      return sign === '@'
        ? people.slice(0, MAX_SUGGESTIONS).map((person) => ({ kind: 'person', word: person.handle, person }))
        : hashtags
            .slice(0, MAX_SUGGESTIONS)
            .map(({ hashtag, count }) => ({ kind: 'hashtag', word: hashtag, count }));
    },
    [call, client],
  );
}
