import type { Activity } from '@cruddur/shared';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Awaited } from '../components/awaited.tsx';
import { SuggestContext } from '../components/suggest.ts';
import { LatePart } from '../components/late-part.tsx';
import { Toasts } from '../components/toasts.tsx';
import type { Logger } from '../logger.ts';
import { paths } from '../paths.ts';
import { copyText } from './copy-text.ts';
import { CruddingContext, type Crudding } from './crudding.tsx';
import { composePopup, replyPopup } from './popups.ts';
import { linkOf, shareLink } from './share-link.ts';
import { useBurn } from './use-burn.ts';
import { useMarks } from './use-marks.ts';
import { useOwn } from './use-own.ts';
import { useSuggest } from './use-suggest.ts';
import { useToasts } from './use-toasts.ts';

/** The popup that was asked for last. */
interface Asked {
  /** What is answered; nothing for a new crud. */
  to?: Activity | undefined;
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
  const meanwhile = (
    <Awaited
      onType={(letter) => setAsked((before) => before && { ...before, typed: before.typed + letter })}
      onGiveUp={() => setAsked(null)}
    />
  );
  const shared = { say, burn: crudding.burn };
  return (
    <CruddingContext value={crudding}>
      <SuggestContext value={suggest}>
        {children}
        {author && asked && !asked.to && (
          <LatePart
            key={person}
            of={composePopup}
            with={{ author, ...shared, ...asked }}
            meanwhile={meanwhile}
          />
        )}
        {author && asked?.to && (
          <LatePart
            key={asked.to.uuid}
            of={replyPopup}
            with={{ author, ...shared, ...asked, to: asked.to }}
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
  const sayText = useCallback((text: string) => say({ text }), [say]);
  const mark = useMarks(sayText);
  const burn = useBurn(sayText);
  return useMemo(() => {
    /** A visitor who wants to take part is shown the way in. */
    const asPerson = (act: () => void) => (signedIn ? act() : void navigate(paths.signIn));
    const ask = (to?: Activity) =>
      asPerson(() => setAsked((before) => ({ to, turn: (before?.turn ?? 0) + 1, typed: '' })));
    const marking = (kind: 'like' | 'repost') => (activity: Activity) =>
      asPerson(() => {
        logger.info(kind, { uuid: activity.uuid });
        void mark(activity, kind);
      });
    const copy = async (text: string, words: string) => {
      if (await copyText(text)) sayText(words);
    };
    return {
      logger,
      say,
      burn: (activity) => void burn(activity),
      compose: () => ask(),
      handlers: {
        like: marking('like'),
        repost: marking('repost'),
        reply: ask,
        share(activity) {
          logger.info('share', { uuid: activity.uuid });
          void shareLink(activity).then((became) => {
            if (became === 'copied') sayText('Link copied.');
          });
        },
        copyLink: (activity) => void copy(linkOf(activity), 'Link copied.'),
        copyText: ({ message }) => void copy(message, 'Text copied.'),
      },
    };
  }, [logger, say, signedIn, navigate, mark, burn, sayText, setAsked]);
}
