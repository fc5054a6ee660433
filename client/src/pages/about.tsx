import { useRelease } from '../base/http/page-services.ts';
import { PageHeader } from '../base/ui/page-header.tsx';
import { useTitle } from '../sync/me/use-title.ts';

export function About() {
  useTitle('About!');
  const { version, commit } = useRelease();
  return (
    <>
      <PageHeader title="About!" />
      <article className="prose">
        <p>
          Cruddur is a place for short posts that burn out. You light a crud, you choose its fuse, from one
          hour to thirty days, and when the fuse is gone, so is the crud. Not archived. Not hidden. Gone.
        </p>
        <h2>Why</h2>
        <p>
          Most of what people say is meant for now. Other places keep it for ever and bring it up at the worst
          moment. Here the worst moment finds nothing.
        </p>
        <h2>How long is a fuse?</h2>
        <p>
          The line under each crud is its clock. Violet means there is time, orange means there is little. A
          reply lives no longer than the crud it answers, because an answer to nothing is noise.
        </p>
        <h2>Second thoughts</h2>
        <p>You can burn your own crud at any time, from its menu.</p>
        {version && <p className="release">{`Version ${version}${commit && `, built from ${commit}`}`}</p>}
      </article>
    </>
  );
}

export function Terms() {
  useTitle('Terms of Service');
  return (
    <>
      <PageHeader title="Terms of Service" />
      <article className="prose">
        <h2>Yours</h2>
        <p>
          What you write stays yours. You let us show it to others until it burns out, and you can burn it
          sooner.
        </p>
        <h2>Not here</h2>
        <p>
          No threats, no harassment, no publishing of other people’s private lives, no pretending to be a
          person you are not. That a crud is short-lived does not make it harmless.
        </p>
        <p>
          You can report a crud, a message or a person from its menu. We may burn what breaks these rules, and
          suspend people who keep breaking them.
        </p>
        <h2>Ours</h2>
        <p>
          We keep the place running as well as we can and promise one thing firmly: a crud whose time is up is
          no longer shown. Everything else may change, and when it does, this page says so.
        </p>
        <h2>Leaving</h2>
        <p>You can stop at any time. What you lit goes out by itself.</p>
      </article>
    </>
  );
}
