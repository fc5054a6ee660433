import type { Activity } from '@cruddur/shared';
import { useMemo, useState, type ComponentProps, type ComponentType, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Awaited } from '../components/awaited.tsx';
import { SuggestContext } from '../components/suggest.ts';
import { LatePart } from '../components/late-part.tsx';
import { Toasts } from '../components/toasts.tsx';
import type { Late } from '../late.ts';
import type { Logger } from '../logger.ts';
import { paths } from '../paths.ts';
import type { BurnDialog } from './burn-dialog.tsx';
import { copyText } from './copy-text.ts';
import { CruddingContext, type Crudding } from './crudding.tsx';
import { burnDialog, composePopup, replyPopup } from './popups.ts';
import type { ReplyPopup } from './reply-popup.tsx';
import { linkOf, shareLink } from './share-link.ts';
import { useMarks } from './use-marks.ts';
import { useOwn } from './use-own.ts';
import { useSuggest } from './use-suggest.ts';
import { useToasts } from './use-toasts.ts';

type AboutProps = ComponentProps<typeof ReplyPopup> & ComponentProps<typeof BurnDialog>;

interface About extends Pick<AboutProps, 'to' | 'onBurn'> {
  popup: Late<ComponentType<AboutProps>>;
}

/** The popup that was asked for last. */
interface Asked {
  /** Nothing for a new crud. */
  about?: About | undefined;
  /** Grows each time one is asked for. */
  turn: number;
  /** What was typed before its code was there. */
  typed: string;
}

/** Holds the popups and toasts of the page, and what can be done with a crud wherever it is shown. */
export function CruddingProvider({ logger, children }: { logger: Logger; children: ReactNode }) {
  const { news, say, done } = useToasts();
  const [asked, setAsked] = useState<Asked | null>(null);
  const author = useOwn();
  const person = author?.cognito_user_uuid;
  const [before, setBefore] = useState(person);
  if (before !== person) {
    // Whoever comes next begins with closed popups.
    setBefore(person);
    setAsked(null);
  }
  const crudding = useActions({ logger, say, signedIn: author !== null, setAsked });
  const suggest = useSuggest();
  const about = asked?.about;
  const meanwhile = (
    <Awaited
      onType={(letter) => setAsked((before) => before && { ...before, typed: before.typed + letter })}
      onGiveUp={() => setAsked(null)}
    />
  );
  return (
    <CruddingContext value={crudding}>
      <SuggestContext value={suggest}>
        {children}
        {author && asked && !about && (
          <LatePart key={person} of={composePopup} with={{ author, say, ...asked }} meanwhile={meanwhile} />
        )}
        {author && asked && about && (
          <LatePart
            key={about.to.uuid}
            of={about.popup}
            with={{ author, say, ...asked, ...about }}
            meanwhile={meanwhile}
          />
        )}
      </SuggestContext>
      <Toasts news={news} onDone={done} />
    </CruddingContext>
  );
}

interface Parts extends Pick<Crudding, 'say' | 'logger'> {
  signedIn: boolean;
  setAsked: (next: (before: Asked | null) => Asked) => void;
}

function useActions({ logger, say, signedIn, setAsked }: Parts): Crudding {
  const navigate = useNavigate();
  const mark = useMarks(say);
  return useMemo(() => {
    /** A visitor who wants to take part is shown the way in. */
    const asPerson = (act: () => void) => (signedIn ? act() : void navigate(paths.signIn));
    const ask = (about?: About) =>
      asPerson(() => setAsked((before) => ({ about, turn: (before?.turn ?? 0) + 1, typed: '' })));
    const marking = (kind: 'like' | 'repost') => (activity: Activity) =>
      asPerson(() => {
        logger.info(kind, { uuid: activity.uuid });
        void mark(activity, kind);
      });
    return {
      logger,
      say,
      burn: (to, onBurn) => ask({ to, popup: burnDialog, onBurn }),
      compose: () => ask(),
      handlers: {
        like: marking('like'),
        repost: marking('repost'),
        reply: (to) => ask({ to, popup: replyPopup }),
        share(activity) {
          logger.info('share', { uuid: activity.uuid });
          void shareLink(activity, say);
        },
        copyLink: (activity) => void copyText(linkOf(activity), 'Link', say),
        copyText: ({ message }) => void copyText(message, 'Text', say),
      },
    };
  }, [logger, say, signedIn, navigate, mark, setAsked]);
}
